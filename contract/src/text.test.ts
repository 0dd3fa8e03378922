import { expect, test } from "vitest"
import { RegisterRequest } from "./accounts.ts"
import { toSingleLine } from "./text.ts"

test.for([
  ["a line break and tabs become one blank", "Ada\r\n\t Pierre", "Ada Pierre"],
  ["blanks of any width become one blank", "\u00a0Ada\u2003\u3000Pierre ", "Ada Pierre"],
  ["accents become one code point", "Rene\u0301e", "Renée"],
  ["zero-width characters go", "A\u200bd\u2060a\ufeff\u00ad", "Ada"],
  ["direction overrides go", "\u202eadA\u202c \u2066Pierre\u2069", "adA Pierre"],
  ["blank letters go", "\u3164Ada\u2800\u115f", "Ada"],
  ["a joiner between Latin letters goes", "A\u200dda", "Ada"],
  ["a joiner in Arabic and Sinhala stays", "می\u200cخواهم ක්\u200dර", "می\u200cخواهم ක්\u200dර"],
  ["only invisible characters are nothing", "\u200b\u2060\u3164", ""],
  ["apostrophes, dots and other alphabets stay", "Jean-Claude d’Arc Jr. 让", "Jean-Claude d’Arc Jr. 让"],
] as const)("%s", ([, input, expected]) => {
  expect(toSingleLine(input)).toBe(expected)
  expect(toSingleLine(toSingleLine(input))).toBe(expected)
})

const ADA = {
  username: "ada",
  email: "ada@example.org",
  firstName: "Ada",
  lastName: "Pierre",
  password: "anba pye mango a",
  loginProvider: "haitech",
}

test.for([
  [{ firstName: "\u200b" }, ["firstName"]],
  [{ lastName: "Pierre\u0007" }, ["lastName"]],
  [{ lastName: "Pierre\ue000" }, ["lastName"]],
  [{ username: "a\u200b\u200bd" }, ["username"]],
  [{ username: "аda" }, ["username"]],
  [{ username: "adα" }, ["username"]],
  [{ username: "Ада 7" }, []],
  [{ username: "ada\u202e" }, []],
] as const)("registration with %j has the errors %j", ([fields, expected]) => {
  const { error } = RegisterRequest.safeParse({ ...ADA, ...fields })
  expect(error?.issues.map(({ path }) => path[0]) ?? []).toEqual(expected)
})
