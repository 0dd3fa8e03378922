import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, PASSWORD, type TestApp } from "./testing.ts"

const ADDRESS = "127.0.0.1"
const TOKEN = {
  userId: "0198c0de-0000-7000-8000-00000000000f",
  token: "x".repeat(43),
  newPassword: "Anba 1 pye mango!",
}
const PERSON = { firstName: "Ada", lastName: "Pierre", username: "ada", email: "ada@example.org", password: PASSWORD }
const SESSION = {
  studentName: "Ada",
  studentEmail: "ada@example.org",
  sessionType: "tutoring",
  subject: "coding",
  preferredDate: "2026-01-15T14:00:00.000Z",
  preferredTime: "09:00",
}

const ASSERTION = {
  id: "x",
  rawId: "x",
  type: "public-key",
  response: { clientDataJSON: "x", authenticatorData: "x", signature: "x" },
}

const RECEIPT_TOKEN = `YQ.1767322800.${"0".repeat(64)}`
const DONOR = { donorName: "Ada", donorEmail: "ada@example.org" }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ rateLimits: true })
})
afterAll(() => app.close())
beforeEach(() => app.database.sql`delete from rate_limits`)

test.each([
  ["/api/auth/login", "login.address", 100, 900, { usernameOrEmail: "nobody", password: PASSWORD }],
  ["/api/auth/register", "email_form.address", 40, 3600, { ...PERSON, loginProvider: "haitech" }],
  ["/api/auth/password/forgot", "forgot.address", 30, 3600, { usernameOrEmail: "nobody" }],
  ["/api/auth/password/reset", "reset.address", 60, 3600, TOKEN],
  ["/api/admin/setup", "setup.address", 30, 3600, PERSON],
  ["/api/admin/login", "admin_login.address", 30, 900, { username: "nobody", password: PASSWORD }],
  ["/api/admin/login/code", "factor_code.address", 60, 900, { code: "123456" }],
  ["/api/admin/login/passkey/options", "factor_passkey.address", 60, 900, {}],
  ["/api/admin/login/passkey", "factor_passkey.address", 60, 900, { credential: ASSERTION }],
  ["/api/admin/password/forgot", "admin_forgot.address", 10, 3600, { usernameOrEmail: "nobody" }],
  ["/api/admin/password/reset", "admin_reset.address", 30, 3600, TOKEN],
  ["/api/appointments", "email_form.address", 40, 3600, SESSION],
  ["/api/appointments/lookup", "session_link.address", 60, 600, { token: "unknown" }],
  ["/api/appointments/changes", "session_link.address", 60, 600, { token: "unknown", change: { change: "cancel" } }],
  [
    "/api/appointments/waiting",
    "email_form.address",
    40,
    3600,
    { date: "2026-01-15", email: "ada@example.org", sessionType: "tutoring" },
  ],
  ["/api/proposals/lookup", "proposal.address", 60, 600, { token: "unknown" }],
  ["/api/proposals/answers", "proposal.address", 60, 600, { token: "unknown", answer: "accept" }],
  ["/api/membership", "email_form.address", 40, 3600, { name: "Ada", email: "ada@example.org" }],
  ["/api/contact", "email_form.address", 40, 3600, { name: "Ada", email: "ada@example.org", message: "Hello" }],
  ["/api/create-payment-intent", "intent.address", 20, 600, { ...DONOR, amount: 2500 }],
  ["/api/checkout-sessions", "intent.address", 20, 600, { ...DONOR, amount: "25" }],
  ["/api/sandbox/checkout-payments", "sandbox.address", 60, 600, { id: "x", cardNumber: "4242424242424242" }],
  ["/api/tribute-previews", "tribute_preview.address", 120, 600, { type: "honor", honoree: "Rose" }],
  ["/api/monthly-gifts/lookup", "monthly_gift.address", 60, 600, { token: "unknown" }],
  ["/api/monthly-gifts/card-pages", "gift_card.address", 10, 600, { token: "unknown" }],
  ["/api/monthly-gifts/change", "monthly_gift.address", 60, 600, { token: "unknown", change: "pause" }],
  ["/api/confirm-donation", "confirm_donation.address", 60, 600, { ...DONOR, paymentIntentId: "pi_unknown123" }],
  [
    "/api/sandbox/payment-intents/pi_unknown123/confirm",
    "sandbox.address",
    60,
    600,
    { clientSecret: "x", cardNumber: "4242424242424242" },
  ],
  ["/api/receipt-links", "email_form.address", 40, 3600, { email: "ada@example.org" }],
  ["/api/receipt-lists", "receipts.address", 60, 600, { token: RECEIPT_TOKEN }],
  ["/api/receipt-emails", "receipt_emails.address", 30, 600, { token: RECEIPT_TOKEN, year: 2025 }],
  ["/api/chat", "chat.address", 600, 3600, { name: "Ada", message: "Hello" }],
])("%s as %s allows a network address %i requests in %i seconds", async (url, name, limit, windowSeconds, body) => {
  const send = async () => {
    const { statusCode, headers } = await openBrowser(app).send("POST", url, body)
    return [statusCode === 429, headers["retry-after"]]
  }
  expect(await send()).toEqual([false, undefined])
  for (let sent = 2; sent < limit; sent++) await app.deps.limiter.count({ name, limit, windowSeconds }, ADDRESS)
  expect(await send()).toEqual([false, undefined])
  expect(await send()).toEqual([true, String(windowSeconds)])
})
