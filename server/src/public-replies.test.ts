import { api } from "@haitech/contract/api"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { availableTimeSlots } from "./features/appointments/table/slots.ts"
import { appointments } from "./features/appointments/table.ts"
import { contacts, memberships } from "./features/outreach/table.ts"
import { createTestApp, openBrowser, register, type TestApp } from "./testing.ts"
import { withInstants } from "./testing-appointments.ts"

const ADA = { name: "Ada Pierre", email: "ada@example.org" }
const SESSION = {
  studentName: ADA.name,
  studentEmail: ADA.email,
  sessionType: "tutoring",
  subject: "coding",
  preferredDate: "2026-01-15T14:00:00.000Z",
  preferredTime: "09:00",
}
const APPLICATION = {
  role: "mentor",
  firstName: "Ada",
  lastName: "Pierre",
  email: ADA.email,
  motivation: "I like to help.",
  consent: true,
}
const OPEN_HOUR = withInstants({ date: "2026-01-15", startTime: "09:00", endTime: "10:00" })

/** For each public POST that stores a record: Ada's input, and the input of a stranger who guesses as much as possible. */
const CALLS = {
  requestAppointment: [
    { ...SESSION, description: "canary description", priority: "high" },
    { ...SESSION, studentName: "Eve", studentEmail: "ADA@example.org" },
  ],
  joinMembership: [
    { ...ADA, program: "coding", interests: "canary interests", location: "canary location" },
    { name: "Eve", email: "Ada@example.org" },
  ],
  sendContact: [
    { ...ADA, subject: "general", message: "Hello" },
    { ...ADA, subject: "general", message: "Hello" },
  ],
  applyAsVolunteer: [
    { ...APPLICATION, phone: "canary phone", skills: "canary skills" },
    { ...APPLICATION, firstName: "Eve", email: "ADA@example.org" },
  ],
  sendChat: [
    { ...ADA, id: "01a1fb37-a1b7-700e-9225-58f17d4b2fff", message: "canary message" },
    { ...ADA, id: "01a1fb37-a1b7-700e-9225-58f17d4b2fff", message: "Hi" },
  ],
} as const satisfies Partial<Record<keyof typeof api, readonly [object, object]>>

/** Public POSTs whose reply contains no record, or only what the caller's session or signed link is for. */
const WITHOUT_RECORD = [
  "changeAppointmentByToken readAppointmentByToken reportAppointmentByToken waitForSlot answerProposal readProposal",
  "readApplicationByToken withdrawApplicationByToken decideConsent readConsentByToken revokeConsentByToken",
  "changeMonthlyGift confirmDonation createPaymentIntent emailReceipt listReceipts openGiftCardPage",
  "paySandboxCheckout paySandboxIntent previewTribute readMonthlyGift receivePaymentEvent requestReceipts",
  "startCheckout",
  "endSession forgotAdminPassword forgotPassword login loginAdmin loginByCode logout logoutAdmin markChatSeen receiveEmail sendWebVitals",
  "register reportChat resetAdminPassword resetPassword resetPasswordByCode resumeChat setUpAdmin",
  "readNewsletterChoice unsubscribeInOneClick",
  "signInWithCode signInWithPasskey startPasskeySignIn",
].flatMap((names) => names.split(" "))

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const send = (call: keyof typeof CALLS, payload: object) => openBrowser(app).send("POST", api[call].path, payload)

test("every public POST either has a case in this test or replies without a record", () => {
  const posts = Object.entries(api).filter(([, { access, method }]) => access === "public" && method === "POST")
  const listed: readonly string[] = [...Object.keys(CALLS), ...WITHOUT_RECORD]
  expect(posts.map(([name]) => name).filter((name) => !listed.includes(name))).toEqual([])
})

test.each(Object.keys(CALLS) as (keyof typeof CALLS)[])(
  "%s replies to a stranger as if the record were new",
  async (call) => {
    const [stored, guessed] = CALLS[call]
    const ada = await register(app, "member")
    const first = (await ada.send("POST", api[call].path, stored)).json()
    app.setNow(new Date("2026-01-02T09:00:00Z"))
    const response = await send(call, guessed)
    const unrelated = await send(call, {
      ...guessed,
      ...("studentEmail" in guessed ? { studentEmail: "x@b.co" } : {}),
      email: "x@b.co",
    })
    expect([response.statusCode, Object.keys(response.json())]).toEqual([201, Object.keys(unrelated.json())])
    for (const secret of [first.id, first.createdAt, ada.id, "canary"]) expect(response.body).not.toContain(secret)
  },
)

test("a full slot refuses a stranger who guesses its booking like any other caller", async () => {
  await app.database.db.insert(availableTimeSlots).values(OPEN_HOUR)
  expect((await send("requestAppointment", SESSION)).statusCode).toBe(201)
  const responses = [await send("requestAppointment", SESSION)]
  responses.push(await send("requestAppointment", { ...SESSION, studentEmail: "eve@example.org" }))
  expect(responses.map((response) => [response.statusCode, response.json().code])).toEqual(
    Array(2).fill([409, "slot.taken"]),
  )
  expect(await app.database.db.$count(appointments)).toBe(1)
})

test("a repeated booking by a stranger stores nothing and changes no booking", async () => {
  await app.database.db.insert(availableTimeSlots).values({ ...OPEN_HOUR, maxBookings: 3 })
  const first = (await send("requestAppointment", SESSION)).json()
  const again = (await send("requestAppointment", { ...SESSION, studentName: "Eve" })).json()
  expect(again.id).not.toBe(first.id)
  expect(await app.database.db.select().from(appointments)).toMatchObject([{ id: first.id, studentName: ADA.name }])
  expect(await app.database.db.select().from(availableTimeSlots)).toMatchObject([{ currentBookings: 1 }])
  expect(await app.database.db.$count(appointments, eq(appointments.id, again.id))).toBe(0)
})

test("a repeated message and membership are stored once, under the first id", async () => {
  const ids: string[] = []
  for (const call of ["sendContact", "joinMembership"] as const) {
    const [stored] = CALLS[call]
    ids.push((await send(call, stored)).json().id)
    await send(call, stored)
  }
  expect([
    ...(await app.database.db.select().from(contacts)),
    ...(await app.database.db.select().from(memberships)),
  ]).toMatchObject(ids.map((id) => ({ id })))
})
