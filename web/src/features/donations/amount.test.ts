import { expect, test } from "vitest"
import { chosenCents } from "./amount.ts"

test.each([
  [{ amount: "50" }, 5000],
  [{ amount: "50", customAmount: "" }, 5000],
  [{ amount: "50", customAmount: "12.5" }, 1250],
  [{ customAmount: "1" }, 100],
  [{ amount: "50", customAmount: "0.99" }, 5000],
  [{ amount: "50", customAmount: "abc" }, 5000],
  [{}, 2500],
])("of %j, %i cents are given", (values, cents) => {
  expect(chosenCents(values)).toBe(cents)
})
