import type { CodeLanguage } from "@haitech/contract/lessons"
import type { CodeText } from "./code-texts.ts"
import type { ProgramError, RunOutcome } from "./program-run.ts"

export interface Explanation {
  readonly text: CodeText
  /** The name or the value that the error is about. */
  readonly name: string
}

type Rule = readonly [errors: RegExp, text: CodeText]

/** In MicroPython's words. A group is the name that the error is about. */
const PYTHON: readonly Rule[] = [
  [/^NameError: local variable/, "code.error_local"],
  [/^NameError: name '(.+?)'/, "code.error_name"],
  [/^IndentationError/, "code.error_indent"],
  [/^SyntaxError: .*indent/, "code.error_indent"],
  [/^SyntaxError/, "code.error_syntax"],
  [/^ValueError: invalid syntax for (?:integer|number).*?(?:: '?(.*?)'?)?$/, "code.error_number"],
  [/^ZeroDivisionError/, "code.error_zero"],
  [/^IndexError/, "code.error_index"],
  [/^KeyError: (.+)$/, "code.error_key"],
  [/^AttributeError: .*attribute '(.+?)'/, "code.error_attribute"],
  [/^TypeError: .*(?:argument|positional|keyword)/, "code.error_arguments"],
  [/^TypeError: .*(?:isn't|object not) callable/, "code.error_call"],
  [/^TypeError: .*(?:isn't|not) (?:iterable|subscriptable)/, "code.error_iterable"],
  [/^TypeError: (?:unsupported type|can't convert|.*implicitly)/, "code.error_types"],
  [/^ImportError.*'(.+?)'/, "code.error_import"],
  [/^RuntimeError: (?:maximum recursion|pystack)/, "code.error_recursion"],
  [/^MemoryError/, "code.error_memory"],
]

/** In the words of Chromium, Firefox and Safari. */
const JAVASCRIPT: readonly Rule[] = [
  [/^ReferenceError: (?:Cannot access '(.+?)' before|can't access lexical declaration '(.+?)')/, "code.error_early"],
  [/^ReferenceError: (?:Can't find variable: )?(\S+)/, "code.error_name"],
  [/^SyntaxError: .*(?:end of input|end of script|missing [)}\]])/, "code.error_end"],
  [/^SyntaxError: .*(?:Invalid or unexpected token|string literal|Unexpected EOF|unterminated)/i, "code.error_quote"],
  [/^SyntaxError: .*(?:already been declared|redeclaration|duplicate variable)/, "code.error_twice"],
  [/^SyntaxError/, "code.error_syntax"],
  [/^TypeError: .*(?:constant variable|invalid assignment to const|readonly property)/, "code.error_const"],
  [/^TypeError: .*(?:of null|is null|null is not)/, "code.error_null"],
  [/^TypeError: .*(?:of undefined|is undefined|undefined is not an object)/, "code.error_undefined"],
  [/^TypeError: .*not iterable/, "code.error_iterable"],
  [/^TypeError: (\S+) is not a (?:function|constructor)/, "code.error_function"],
  [/^(?:RangeError: Maximum call stack|InternalError: too much recursion)/, "code.error_recursion"],
  [/^RangeError/, "code.error_range"],
]

const ENDS: Readonly<Partial<Record<RunOutcome["end"], CodeText>>> = {
  input: "code.end_input",
  output: "code.end_output",
  time: "code.end_time",
  memory: "code.error_memory",
  lost: "code.end_lost",
}

/** What happened and which way to look, never the answer; null for a run that ended well or was stopped. */
export function explainRun(language: CodeLanguage, { end, error }: RunOutcome): Explanation | null {
  if (end === "error" && error) return explainError(language, error)
  const text = ENDS[end]
  return text ? { text, name: "" } : null
}

function explainError(language: CodeLanguage, { name, message }: ProgramError): Explanation {
  const whole = `${name}: ${message}`
  for (const [errors, text] of language === "python" ? PYTHON : JAVASCRIPT) {
    const match = errors.exec(whole)
    if (match) return { text, name: match.slice(1).find((group) => group) ?? "" }
  }
  return { text: "code.error_unknown", name: "" }
}
