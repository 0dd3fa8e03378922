import { LANGUAGES } from "@haitech/contract/languages"
import { PROBLEMS } from "@haitech/contract/problems"
import { expect, test } from "vitest"
import { pick, translator } from "#platform/i18n/texts.ts"
import { dialogFor, RAW_ERROR_TEXTS, refusalMessage } from "./raw-errors.ts"
import { CallFailed } from "./request.ts"

const t = translator("en", "Lakou")

/** The table of spec §8, verbatim and in its order. */
const CONNECTION = [
  "Connection Problem",
  "error",
  "We're having trouble connecting to our servers. Please check your internet connection and try again.",
]
const ACCESS = [
  "Access Required",
  "warning",
  "You need to sign in to access this feature. Please log in and try again.",
]
const INPUT = [
  "Information Missing",
  "warning",
  "Please check that all required fields are filled out correctly and try again.",
]
const SERVER = [
  "Server Issue",
  "error",
  "Our servers are experiencing some difficulties. Please try again in a few moments.",
]
const PACE = ["Please Slow Down", "warning", "You're making requests too quickly. Please wait a moment and try again."]
const TEST_CARD = [
  "Payment System Notice",
  "warning",
  "Our payment system is currently configured for live transactions. For testing purposes, please use a real payment method or contact our support team.",
]
const PAYMENT = [
  "Payment Issue",
  "error",
  "There was a problem processing your payment. Please check your payment information and try again.",
]
const UPLOAD = [
  "Upload Problem",
  "warning",
  "We couldn't upload your file. Please check the file size and format, then try again.",
]
const EMAIL = ["Email Issue", "warning", "We couldn't send your email. Please check the email address and try again."]
const NOT_FOUND = ["Not Found", "info", "We couldn't find what you're looking for. It may have been moved or deleted."]
const DENIED = [
  "Access Denied",
  "warning",
  "You don't have permission to perform this action. Please contact an administrator if you think this is a mistake.",
]
const UNEXPECTED = [
  "Unexpected Error",
  "error",
  "Something unexpected happened. Please try again, and if the problem continues, let us know.",
]

function dialogTexts(raw: unknown): string[] {
  const { title, type, message } = dialogFor(raw)
  return [t(title), type, t(message)]
}

test.each([
  ["TypeError: Failed to fetch", CONNECTION],
  ["Network Error", CONNECTION],
  ["NetworkError when attempting to fetch resource.", CONNECTION],
  ["Load failed", CONNECTION],
  ["signal timed out", CONNECTION],
  ["The operation timed out.", CONNECTION],
  ["Unauthorized", ACCESS],
  ["401: ", ACCESS],
  ["validation went wrong", INPUT],
  ["an invalid date", INPUT],
  ["subject is required", INPUT],
  ["500: ", SERVER],
  ["Internal Server Error", SERVER],
  ["429: ", PACE],
  ["Too Many Requests", PACE],
  ["declined: live_mode_test_card", TEST_CARD],
  ["Your request was in live mode, but used a known test card.", TEST_CARD],
  ["the payment was not made", PAYMENT],
  ["stripe is away", PAYMENT],
  ["Your card was declined.", PAYMENT],
  ["upload broke off", UPLOAD],
  ["the file is too big", UPLOAD],
  ["email could not leave", EMAIL],
  ["mail server is away", EMAIL],
  ["nobody was not found", NOT_FOUND],
  ["404: ", NOT_FOUND],
  ["no permission", DENIED],
  ["forbidden", DENIED],
  ["403: ", DENIED],
  ["the sky is falling", UNEXPECTED],
  ["", UNEXPECTED],
])("spec §8: %j shows the texts of its row", (raw, row) => {
  expect(dialogTexts(raw)).toEqual(row)
  expect(dialogTexts(new Error(raw))).toEqual(row)
})

test.each([
  ["Failed to fetch: 401", CONNECTION],
  ["401: payment required", ACCESS],
  ["payment is required", INPUT],
  ["500: the file is invalid", INPUT],
  ["500: 429 mails", SERVER],
  ["429: stripe", PACE],
  ["test card without the mode", PAYMENT],
  ["live mode, real card", PAYMENT],
  ["payment file", PAYMENT],
  ["file of the mail", UPLOAD],
  ["mail not found", EMAIL],
  ["404: forbidden", NOT_FOUND],
])("the first matching row wins: %j", (raw, row) => {
  expect(dialogTexts(raw)).toEqual(row)
})

test.each([
  ["Payment failed", PAYMENT],
  ["NETWORK ERROR", CONNECTION],
  ["Upload failed", UPLOAD],
  ["404 Not Found", NOT_FOUND],
  ["Forbidden", DENIED],
])("without a case-sensitive match, case is ignored: %j", (raw, row) => {
  expect(dialogTexts(raw)).toEqual(row)
})

test("a case-sensitive match wins over an earlier row that matches only when case is ignored", () => {
  expect(dialogTexts("Invalid number of the card")).toEqual(PAYMENT)
})

test("the card provider's decline code counts, whatever its message says", () => {
  const declined = { message: "Your card was declined.", decline_code: "live_mode_test_card" }
  expect(dialogTexts(declined)).toEqual(TEST_CARD)
  expect(dialogTexts({ ...declined, decline_code: "insufficient_funds" })).toEqual(PAYMENT)
})

test("a failed request is matched by its status", () => {
  expect(dialogTexts(new CallFailed(429, "wait", null))).toEqual(PACE)
})

const GENERIC = [
  ["session.missing", ACCESS],
  ["access.refused", DENIED],
  ["call.unknown", NOT_FOUND],
  ["rate.limited", PACE],
  ["server.broke", SERVER],
] as const

test.each(LANGUAGES.flatMap((language) => GENERIC.map(([code, row]) => [code, language, row] as const)))(
  "the server's %s in %s says no more than its status, so the row of the status shows",
  (code, language, row) => {
    const error = refused(code, translator(language, "Lakou")(`problem.${code}`))
    expect(refusalMessage(error)).toBeUndefined()
    expect(dialogTexts(error)).toEqual(row)
  },
)

test("any other refusal of the server shows its own reason", () => {
  expect(refusalMessage(refused("record.changed", "Somebody else changed this."))).toBe("Somebody else changed this.")
})

test.each([new CallFailed(500, "down", null), new TypeError("Failed to fetch"), "500: ", undefined])(
  "a failure without a problem (%s) has no reason of the server",
  (error) => {
    expect(refusalMessage(error)).toBeUndefined()
  },
)

function refused(code: keyof typeof PROBLEMS, message: string): CallFailed {
  const problem = { code, message }
  return new CallFailed(PROBLEMS[code], JSON.stringify(problem), problem)
}

test.each([[undefined], [null], [{}], [{ message: 7 }]])("a value without a message (%j) is unexpected", (raw) => {
  expect(dialogTexts(raw)).toEqual(UNEXPECTED)
})

test.each(LANGUAGES)("every text that a dialog can show is in RAW_ERROR_TEXTS (%s)", (language) => {
  const texts = pick(translator(language, "Lakou"), RAW_ERROR_TEXTS)
  expect(Object.keys(texts)).toHaveLength(24)
  for (const raw of ["Failed to fetch", "nothing known"]) {
    const { title, message } = dialogFor(raw)
    expect(texts[title].length * texts[message].length).toBeGreaterThan(0)
  }
})
