import { expect, test } from "vitest"
import { createPaymentIntent } from "./donations.ts"
import { centsOf, coveredFee } from "./money.ts"
import { changeMonthlyGift } from "./monthly-gifts.ts"

const INTENT = { donorName: "Rose", donorEmail: "rose@example.org", amount: 2500 }

test("the fee of 30 dollars is 1.21, and what is left after the fee is never less than the gift", () => {
  expect(coveredFee(3000)).toBe(121)
  for (const gift of [100, 101, 2500, 3333, 99_999, 9_000_000]) {
    const gross = gift + coveredFee(gift)
    expect(gross - Math.round(gross * 0.029 + 30)).toBeGreaterThanOrEqual(gift)
  }
})

test.each([
  ["1", 100],
  ["12.5", 1250],
  ["0.29", 29],
  ["", Number.NaN],
  ["1,000", Number.NaN],
  ["1e3", Number.NaN],
  ["-5", Number.NaN],
  ["1.005", Number.NaN],
])("the dollars %j are %d cents", (dollars, cents) => {
  expect(centsOf(dollars)).toBe(cents)
})

test("an intent without the new fields is a one-time gift with a name and without a fee", () => {
  expect(createPaymentIntent.body.parse(INTENT)).toMatchObject({
    frequency: "one-time",
    isAnonymous: false,
    feeCovered: 0,
  })
})

test("a fee that is not that of the rest of the amount is refused", () => {
  const parse = (amount: number, feeCovered: number) =>
    createPaymentIntent.body.safeParse({ ...INTENT, amount, feeCovered }).success
  expect([parse(3121, 121), parse(3121, 120), parse(3121, 122)]).toEqual([true, false, false])
})

test("a new amount needs the amount, and another change ignores one", () => {
  const parse = (body: object) => changeMonthlyGift.body.safeParse({ token: "x.y", ...body })
  expect(parse({ change: "amount" }).success).toBe(false)
  expect(parse({ change: "amount", amount: 100 }).data).toEqual({ token: "x.y", change: "amount", amount: 100 })
  expect(parse({ change: "stop", amount: 100 }).data).toEqual({ token: "x.y", change: "stop" })
})
