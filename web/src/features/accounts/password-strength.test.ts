import { PASSWORD_LENGTH, STRICT_KINDS } from "@haitech/contract/accounts"
import { expect, test } from "vitest"
import { meets, strengthOf } from "./password-strength.tsx"

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
] as const)("%s is of grade %i", (password, grade) => {
  expect(strengthOf(password)).toBe(grade)
})

const STRICT = { least: PASSWORD_LENGTH.minStrict, kinds: STRICT_KINDS }

test.each([
  ["Anba-pye-mango-7!", true],
  ["Mango-frit7!", true],
  ["Mango-frit7", false],
  ["anba-pye-mango-7!", false],
  ["ANBA-PYE-MANGO-7!", false],
  ["Anba-pye-mango!", false],
  ["Anba-pye-mango-7", false],
] as const)("%s meets the rule: %s", (password, isMet) => {
  expect(meets(password, STRICT)).toBe(isMet)
})
