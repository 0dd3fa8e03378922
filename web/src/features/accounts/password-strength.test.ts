import { PASSWORD_LENGTH, STRICT_CHARACTER_CLASSES } from "@haitech/contract/accounts"
import { expect, test } from "vitest"
import { gradePassword, meetsRule } from "./password-strength.tsx"

test.each([
  ["", 0],
  ["secret", 0],
  ["password123456", 0],
  ["aaaaaaaaaaaaaaaa", 0],
  ["Haiti12345!", 0],
  ["mangofrit", 1],
  ["Mango-frit7", 2],
  ["anba pye mango a", 2],
  ["dèyè mòn gen mòn, wi!", 3],
] as const)("gradePassword grades %s as %i", (password, grade) => {
  expect(gradePassword(password)).toBe(grade)
})

const STRICT = { min: PASSWORD_LENGTH.minStrict, kinds: STRICT_CHARACTER_CLASSES }

test.each([
  ["Anba-pye-mango-7!", true],
  ["Mango-frit7!", true],
  ["Mango-frit7", false],
  ["anba-pye-mango-7!", false],
  ["ANBA-PYE-MANGO-7!", false],
  ["Anba-pye-mango!", false],
  ["Anba-pye-mango-7", false],
] as const)("meetsRule for %s returns %s", (password, isMet) => {
  expect(meetsRule(password, STRICT)).toBe(isMet)
})
