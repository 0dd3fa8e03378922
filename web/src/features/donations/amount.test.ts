import { expect, test } from "vitest"
import { chosenCents, chosenGift } from "./amount.ts"

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

test.each([
  [{ amount: "50" }, { given: 5000, fee: 181, cents: 5000, isMonthly: false }],
  [
    { amount: "50", coversFee: "true" },
    { given: 5000, fee: 181, cents: 5181, isMonthly: false },
  ],
  [
    { customAmount: "30", coversFee: "true", frequency: "monthly" },
    { given: 3000, fee: 121, cents: 3121, isMonthly: true },
  ],
])("of %j, %j is charged", (values, gift) => {
  expect(chosenGift(values)).toEqual(gift)
})
