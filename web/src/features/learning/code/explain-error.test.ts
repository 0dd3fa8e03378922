import { expect, test } from "vitest"
import { explainRun } from "./explain-error.ts"

test.for([
  ["python", "NameError", "name 'prise' isn't defined", "code.error_name", "prise"],
  ["python", "SyntaxError", "invalid syntax", "code.error_syntax", ""],
  ["python", "IndentationError", "unexpected indent", "code.error_indent", ""],
  ["python", "TypeError", "unsupported types for __sub__: 'str', 'int'", "code.error_types", ""],
  ["python", "ValueError", "invalid syntax for integer with base 10: 'two'", "code.error_number", "two"],
  ["python", "ZeroDivisionError", "divide by zero", "code.error_zero", ""],
  ["python", "IndexError", "list index out of range", "code.error_index", ""],
  ["python", "KeyError", "'Ada'", "code.error_key", "'Ada'"],
  ["python", "AttributeError", "'str' object has no attribute 'push'", "code.error_attribute", "push"],
  ["python", "TypeError", "function takes 1 positional arguments but 2 were given", "code.error_arguments", ""],
  ["python", "TypeError", "'int' object isn't callable", "code.error_call", ""],
  ["python", "ImportError", "no module named 'numpy'", "code.error_import", "numpy"],
  ["python", "RuntimeError", "maximum recursion depth exceeded", "code.error_recursion", ""],
  ["javascript", "ReferenceError", "prise is not defined", "code.error_name", "prise"],
  ["javascript", "ReferenceError", "Cannot access 'a' before initialization", "code.error_early", "a"],
  ["javascript", "SyntaxError", "Unexpected end of input", "code.error_end", ""],
  ["javascript", "SyntaxError", "missing ) after argument list", "code.error_end", ""],
  ["javascript", "SyntaxError", "Invalid or unexpected token", "code.error_quote", ""],
  ["javascript", "SyntaxError", "Identifier 'a' has already been declared", "code.error_twice", ""],
  ["javascript", "TypeError", "Assignment to constant variable.", "code.error_const", ""],
  ["javascript", "TypeError", "Cannot read properties of null (reading 'x')", "code.error_null", ""],
  ["javascript", "TypeError", "Cannot read properties of undefined (reading 'x')", "code.error_undefined", ""],
  ["javascript", "TypeError", "go is not a function", "code.error_function", "go"],
  ["javascript", "TypeError", "5 is not iterable", "code.error_iterable", ""],
  ["javascript", "RangeError", "Maximum call stack size exceeded", "code.error_recursion", ""],
  ["javascript", "Strange", "unheard of", "code.error_unknown", ""],
] as const)("%s: %s: %s", ([language, name, message, text, about]) => {
  const error = { name, message, line: 1, original: "" }
  expect(explainRun(language, { end: "error", error })).toEqual({ text, name: about })
})

test("an endless loop is explained, and a run that ended well is not", () => {
  expect(explainRun("python", { end: "time" })?.text).toBe("code.end_time")
  expect(explainRun("python", { end: "done" })).toBeNull()
})
