import { expect, test } from "vitest"
import { shortNameOf } from "./certificates.ts"

test.each([
  ["Wilna Pierre", "Wilna P."],
  [" Jean Paul  de Baptiste", "Jean B."],
  ["Ana érard", "Ana É."],
  ["Wilna", "Wilna"],
])("the short name of %j is %j", (name, short) => {
  expect(shortNameOf(name)).toBe(short)
})
