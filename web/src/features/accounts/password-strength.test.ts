import { expect, test } from "vitest"
import { strengthOf } from "./password-strength.tsx"

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
