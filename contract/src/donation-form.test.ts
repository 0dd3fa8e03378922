import { expect, test } from "vitest"
import { DonationForm, donationOf, startCheckout } from "./donation-form.ts"
import { fieldErrors } from "./field-errors.ts"
import { MAX_AMOUNT } from "./money.ts"

const DONOR = { donorName: "Rose", donorEmail: "rose@example.org" }
const FORM = { amount: "25", customAmount: "", ...DONOR, message: "" }
const TRIBUTE = { hasTribute: "true", "tribute.type": "memory", "tribute.honoree": "Toussaint" }
const NOTIFIED = { "tribute.notifyName": "Ada", "tribute.notifyEmail": "ada@example.org", "tribute.message": "Mèsi" }
const BLANK = { "tribute.notifyName": " ", "tribute.notifyEmail": "", "tribute.message": "" }

const donation = (fields: object) => donationOf(DonationForm.parse({ ...FORM, ...fields }))
function errors(fields: object) {
  const parsed = DonationForm.safeParse({ ...FORM, ...fields })
  return parsed.success ? {} : fieldErrors(parsed.error.issues)
}

test("a form without options is a plain donation", () => {
  expect(donation({})).toEqual({ ...DONOR, message: undefined, amount: 2500, currency: "usd" })
  expect(donation({ ...BLANK, "tribute.type": "honor" })).not.toHaveProperty("tribute")
})

test.each([
  [{}, 2606, 106],
  [{ customAmount: "30" }, 3121, 121],
  [{ customAmount: "1.00" }, 134, 34],
  [{ frequency: "monthly", amount: "100" }, 10_330, 330],
])("with the fee covered, %j charges %i cents, of which %i are the fee", (fields, amount, feeCovered) => {
  expect(donation({ ...fields, coversFee: "true" })).toMatchObject({ amount, feeCovered })
})

test("the amount is limited with the fee in it", () => {
  const most = (MAX_AMOUNT - 30) * 0.971
  const largest = String(Math.floor(most) / 100)
  const over = String(Math.ceil(most + 1) / 100)
  expect(donation({ customAmount: largest, coversFee: "true" }).amount).toBeLessThanOrEqual(MAX_AMOUNT)
  expect(errors({ customAmount: over, coversFee: "true" })).toEqual({ customAmount: "amount.too_large" })
  expect(errors({ customAmount: over })).toEqual({})
})

test("the fields of a tribute count while it is checked, and blank ones are left out", () => {
  expect(donation({ ...TRIBUTE, ...BLANK }).tribute).toEqual({ type: "memory", honoree: "Toussaint" })
  expect(donation({ ...TRIBUTE, ...NOTIFIED }).tribute).toEqual({
    type: "memory",
    honoree: "Toussaint",
    notifyName: "Ada",
    notifyEmail: "ada@example.org",
    message: "Mèsi",
  })
  const hidden = { hasTribute: "false", "tribute.honoree": "", "tribute.notifyEmail": "ada", tribute: { type: "joy" } }
  expect(donation({ ...TRIBUTE, ...hidden })).not.toHaveProperty("tribute")
})

test("a private name is sent as such", () => {
  expect(donation({ isAnonymous: "true" })).toMatchObject({ isAnonymous: true, donorName: "Rose" })
  expect(donation({ isAnonymous: "false" })).not.toHaveProperty("isAnonymous")
})

test.each([
  [{ coversFee: "on" }, { coversFee: "invalid" }],
  [{ isAnonymous: 1 }, { isAnonymous: "invalid" }],
  [{ hasTribute: "yes" }, { hasTribute: "invalid" }],
  [{ hasTribute: "true" }, { "tribute.type": "tribute.unknown", "tribute.honoree": "honoree.required" }],
  [{ ...TRIBUTE, "tribute.type": "joy" }, { "tribute.type": "tribute.unknown" }],
  [{ ...TRIBUTE, "tribute.honoree": " " }, { "tribute.honoree": "honoree.required" }],
  [{ ...TRIBUTE, "tribute.honoree": ["Ada"] }, { "tribute.honoree": "honoree.required" }],
  [{ ...TRIBUTE, "tribute.honoree": "x".repeat(100) }, {}],
  [{ ...TRIBUTE, "tribute.honoree": "x".repeat(101) }, { "tribute.honoree": "name.too_long" }],
  [{ ...TRIBUTE, "tribute.notifyEmail": "ada" }, { "tribute.notifyEmail": "email.invalid" }],
  [{ ...TRIBUTE, "tribute.notifyName": "Ada" }, { "tribute.notifyEmail": "notify_email.required" }],
  [{ ...TRIBUTE, "tribute.message": "Mèsi" }, { "tribute.notifyEmail": "notify_email.required" }],
  [{ ...TRIBUTE, ...NOTIFIED, "tribute.message": "x".repeat(500) }, {}],
  [{ ...TRIBUTE, ...NOTIFIED, "tribute.message": "x".repeat(501) }, { "tribute.message": "donation_message.too_long" }],
  [{ frequency: "monthly", donorEmail: "" }, { donorEmail: "donor_email.invalid" }],
  [{ frequency: "monthly", donorEmail: "Anonymous@donor.invalid" }, { donorEmail: "donor_email.invalid" }],
])("of a form with %j the errors are %j", (fields, expected) => {
  expect(errors(fields)).toEqual(expected)
})

test.each([[null], [[]], ["x"], [1]])("%j is no form", (input) => {
  expect(DonationForm.safeParse(input).success).toBe(false)
})

test("the provider's page takes no monthly gift", () => {
  expect(startCheckout.body.safeParse({ ...FORM, frequency: "monthly" }).success).toBe(false)
  expect(startCheckout.body.safeParse(FORM).success).toBe(true)
})
