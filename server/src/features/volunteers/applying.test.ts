import { afterEach, beforeEach, expect, test } from "vitest"
import { outbox } from "#platform/jobs/table.ts"
import { createTestApp, openBrowser, readPageRequest, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { APPLICATION, applyAsGuest } from "#testing-applications.ts"
import { volunteerApplications } from "./table.ts"

const URL = "/api/volunteer-applications"
const REST = {
  phone: "+509 3700 0000",
  country: "Ayiti",
  timezone: "America/Port-au-Prince",
  languages: "Kreyòl, Français",
  skills: "JavaScript\nDrawing",
  availability: "Tuesdays",
  linkedinUrl: "https://linkedin.com/in/widline",
  websiteUrl: "https://widline.example.org",
  experience: "Two years",
  referral: "A friend",
}

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const rows = () => app.database.db.select().from(volunteerApplications).orderBy(volunteerApplications.id)
const jobs = () => app.database.db.select().from(outbox).orderBy(outbox.id)
const post = (fields: Record<string, string>, target = app) =>
  target.send({
    method: "POST",
    url: URL,
    payload: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  })
const FORM = { ...APPLICATION, consent: "true", page: "/fr/apply" }

test("an application is stored as sent, and the reply repeats it with the day of the answer", async () => {
  const response = await applyAsGuest(app, REST)
  const [row] = await rows()
  const { consent: _consent, ...fields } = APPLICATION
  expect([response.statusCode, response.json()]).toEqual([
    201,
    {
      ...fields,
      ...REST,
      id: row?.id,
      status: "new",
      createdAt: "2026-01-02T03:04:05.000Z",
      // The 1st on the site's clock.
      answerOn: "2026-01-08",
      token: expect.stringMatching(/^[\w-]{36}\.[\da-f]{64}$/),
    },
  ])
  expect(row).toMatchObject({ ...fields, ...REST, language: "ht", userId: null, status: "new" })
  expect(row?.consentedAt).toEqual(new Date("2026-01-02T03:04:05Z"))
})

test("an application has a first step, due on the day of the answer, and the least busy administrator as its owner", async () => {
  await applyAsGuest(app)
  expect(await rows()).toMatchObject([{ nextStep: "read_application", nextStepOn: "2026-01-08", assignedAdmin: null }])
  const admins = [await signInAsAdmin(app, "root"), await signInAsAdmin(app, "grace")]
  await app.database.sql`delete from volunteer_applications`
  for (let at = 0; at < 4; at++) await applyAsGuest(app, { email: `rose${at}@example.org` })
  const owners = (await rows()).map(({ assignedAdmin }) => assignedAdmin)
  expect(owners.sort()).toEqual(admins.flatMap(({ id }) => [id, id]).sort())
})

test("the applicant gets one email, in their language, that repeats nothing of what was typed", async () => {
  const [{ token } = { token: "" }] = [(await applyAsGuest(app, REST)).json()]
  const [email, ...others] = await app.deliver()
  expect([email?.to, email?.language, others]).toEqual([APPLICATION.email, "ht", []])
  expect(email?.subject).toBe("Nou resevwa aplikasyon ou an pou vin mantò")
  expect(email?.text).toContain(`http://localhost:3000/ht/application#application=${token}`)
  expect(email?.text).toContain("8 janvye 2026")
  for (const typed of [APPLICATION.firstName, APPLICATION.motivation, ...Object.values(REST)])
    expect(email?.text).not.toContain(typed)
})

test("twenty concurrent requests, in two processes, store one application and schedule one email", async () => {
  const twin = await createTestApp({ database: app.database })
  const send = (index: number) => applyAsGuest(index % 2 ? app : twin)
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)))
  await twin.close()
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect([(await rows()).length, (await jobs()).length]).toEqual([1, 1])
})

test("a member's concurrent requests store one application, and each gets its record", async () => {
  const twin = await createTestApp({ database: app.database })
  const ada = await register(app, "ada")
  const other = openBrowser(twin, { cookie: ada.cookie() })
  const send = (index: number) => (index % 2 ? ada : other).send("POST", URL, APPLICATION)
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)))
  await twin.close()
  const [row, ...more] = await rows()
  expect(more).toEqual([])
  expect(responses.map((response) => [response.statusCode, response.json().id])).toEqual(Array(20).fill([201, row?.id]))
})

test("a member's application belongs to the account, and there is one open per role", async () => {
  const ada = await register(app, "ada")
  const first = await ada.send("POST", URL, APPLICATION)
  expect([first.statusCode, first.json().token]).toEqual([201, null])
  const other = await ada.send("POST", URL, { ...APPLICATION, motivation: "Another reason." })
  expect([other.statusCode, other.json().code]).toEqual([409, "application.open"])
  expect((await ada.send("POST", URL, { ...APPLICATION, role: "volunteer" })).statusCode).toBe(201)
  await app.database.db.update(volunteerApplications).set({ status: "declined" })
  expect((await ada.send("POST", URL, { ...APPLICATION, motivation: "Another reason." })).statusCode).toBe(201)
  expect((await rows()).map(({ userId, role }) => [userId, role])).toEqual([
    [ada.id, "mentor"],
    [ada.id, "volunteer"],
    [ada.id, "mentor"],
  ])
})

test("a stranger who types an address neither changes nor blocks an application under it", async () => {
  await applyAsGuest(app)
  const strangers = await applyAsGuest(app, { firstName: "Eve", email: APPLICATION.email.toUpperCase() })
  expect(strangers.statusCode).toBe(201)
  expect((await rows()).map(({ firstName }) => firstName)).toEqual(["Widline", "Eve"])
})

test("the same application on another day is stored again", async () => {
  await applyAsGuest(app)
  app.setNow(new Date("2026-01-03T00:00:01Z"))
  await applyAsGuest(app)
  expect(await rows()).toHaveLength(2)
})

test("a request that is not an application is refused, with the messages of spec §5, and stores nothing", async () => {
  const response = await openBrowser(app).send("POST", URL, {
    role: "admin",
    firstName: "x".repeat(51),
    lastName: "",
    email: "widline",
    languages: "x".repeat(201),
    linkedinUrl: "linkedin",
    websiteUrl: "x",
    motivation: "Short",
    consent: false,
  })
  expect([response.statusCode, response.json().fields]).toEqual([
    400,
    {
      role: "Please choose a role",
      firstName: "First name too long",
      lastName: "Last name is required",
      email: "Valid email is required",
      languages: "Languages list too long",
      linkedinUrl: "Invalid LinkedIn URL",
      websiteUrl: "Invalid website URL",
      motivation: "Please provide more details about your motivation",
      consent: "Please agree, so that we may read your application",
    },
  ])
  for (const fields of [{ status: "active" }, { userId: "x" }, { phone: 5 }, { skills: ["a"] }, { motivation: null }])
    expect([fields, (await applyAsGuest(app, fields)).statusCode]).toEqual([fields, 400])
  expect([await rows(), await jobs()]).toEqual([[], []])
})

const tooLong = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, "x".repeat(1001)]))

test("the other messages of spec §5 reach the applicant", async () => {
  const longs = tooLong(
    "lastName",
    "phone",
    "country",
    "skills",
    "availability",
    "motivation",
    "experience",
    "referral",
  )
  expect((await applyAsGuest(app, { ...longs, firstName: "" }, "en")).json().fields).toEqual({
    firstName: "First name is required",
    lastName: "Last name too long",
    phone: "Phone number too long",
    country: "Country name too long",
    skills: "Skills description too long",
    availability: "Availability description too long",
    motivation: "Motivation too long",
    experience: "Experience description too long",
    referral: "Referral description too long",
  })
})

test("a plain form continues with the account, filled in, and its address has nothing of it", async () => {
  const response = await post({ ...FORM, phone: "", timezone: "", websiteUrl: "" })
  const [row] = await rows()
  expect([response.statusCode, response.headers["location"], row?.language]).toEqual([200, undefined, "fr"])
  expect(readPageRequest(response)).toMatchObject({
    path: "/apply",
    language: "fr",
    answerOn: "2026-01-08",
    form: {
      name: "register",
      sent: false,
      values: {
        firstName: "Widline",
        lastName: "Jean",
        username: "widline-jean",
        email: APPLICATION.email,
        role: "mentor",
        application: expect.stringContaining(row?.id ?? "no row"),
      },
    },
  })
})

test("a plain form of a member skips the account", async () => {
  const ada = await register(app, "ada")
  const response = await app.send({
    method: "POST",
    url: URL,
    payload: new URLSearchParams(FORM).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      cookie: ada.cookie(),
      origin: "http://localhost:3000",
    },
  })
  expect(readPageRequest(response).form).toEqual({ name: "apply", sent: true, values: {}, fields: {} })
})

test("a refused plain form comes back with what was typed", async () => {
  const response = await post({ ...FORM, motivation: "Short" })
  expect(response.statusCode).toBe(400)
  expect(readPageRequest(response).form).toMatchObject({
    name: "apply",
    sent: false,
    values: { firstName: "Widline", motivation: "Short", consent: "true" },
    fields: { motivation: "motivation.too_short" },
  })
})

test("five applications an hour are accepted for an email address, from any sender", async () => {
  const limited = await createTestApp({ rateLimits: true, database: app.database })
  const send = (index: number, email = APPLICATION.email) =>
    applyAsGuest(limited, { motivation: `Reason number ${index}`, email })
  for (let index = 0; index < 5; index++) expect((await send(index)).statusCode).toBe(201)
  expect((await send(5)).statusCode).toBe(429)
  expect((await send(6, "other@example.org")).statusCode).toBe(201)
  await limited.close()
})
