import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { createId } from "#platform/db/columns.ts"
import { createTestApp, openBrowser, PASSWORD, register, type TestApp } from "#testing.ts"

let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
  ada = await register(app, "ada")
})
afterEach(() => app.close())

const change = (body: object, by = ada) => by.send("PATCH", "/api/user/profile", body)
const profile = async () => (await ada.send("GET", "/api/user/profile")).json()
const db = () => app.database.db
const verifyEmail = () => db().update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, ada.id))

const NEW_PROFILE = {
  email: "ada@example.org",
  username: "ada",
  firstName: "ada",
  lastName: "Pierre",
  bio: null,
  skills: null,
  location: null,
  profileImageUrl: null,
  role: "student",
  isRoleWaiting: false,
  hasPassword: true,
  hasGoogle: false,
  programs: [],
  studyTimes: [],
  notifications: ["sessions", "courses"],
  language: "en",
}

test("a profile holds the member's data and no secrets", async () => {
  expect(await profile()).toEqual({ ...NEW_PROFILE, id: ada.id, createdAt: expect.any(String) })
})

test("a profile change sets sent fields, keeps the others and clears empty ones", async () => {
  const input = {
    firstName: "Ada-Maë",
    bio: "  Mwen renmen\r\nmatematik.  ",
    skills: "HTML",
    location: "Okap",
    programs: ["mentorship", "coding", "coding"],
    studyTimes: ["evenings"],
    notifications: [],
    language: "fr",
  }
  const response = await change(input)
  const changed = { ...input, bio: "Mwen renmen\nmatematik.", programs: ["coding", "mentorship"] }
  expect([response.statusCode, response.json()]).toMatchObject([200, { ...NEW_PROFILE, ...changed }])
  expect((await change({ bio: "", skills: null })).json()).toMatchObject({ ...changed, bio: null, skills: null })
  expect((await change({ notifications: ["news"] })).json()).toMatchObject({
    programs: ["coding", "mentorship"],
    notifications: ["news"],
  })
})

test.each([
  [{ firstName: " " }, { firstName: "First name is required" }],
  [{ lastName: "x".repeat(51) }, { lastName: "Last name must be less than 50 characters" }],
  [{ bio: "x".repeat(501) }, { bio: "Bio must be less than 500 characters" }],
  [{ skills: "x".repeat(201) }, { skills: "Skills must be at most 200 characters" }],
  [{ location: "x".repeat(101) }, { location: expect.any(String) }],
  [{ username: "ad" }, { username: "Username must be at least 3 characters" }],
  [{ email: "ada" }, { email: "Please enter a valid email address" }],
  [{ profileImageUrl: "javascript:alert(1)" }, { profileImageUrl: "Invalid image URL" }],
  [{ profileImageUrl: "http://example.org/a.png" }, { profileImageUrl: "Invalid image URL" }],
  [{ profileImageUrl: `/api/user/profile/image/${createId()}` }, { profileImageUrl: "Invalid image URL" }],
  [{ programs: "coding" }, { programs: expect.any(String) }],
  [{ studyTimes: ["nights"] }, { "studyTimes.0": expect.any(String) }],
  [{ language: "de" }, { language: expect.any(String) }],
  [{ role: "admin" }, undefined],
  [{ firstName: "Eve", passwordHash: "x" }, undefined],
])("a profile change with %j is refused", async (invalid, fields) => {
  const before = await profile()
  const response = await change(invalid)
  expect([response.statusCode, response.json().fields]).toEqual([400, fields])
  expect(await profile()).toEqual(before)
})

test.each([
  { bio: "x".repeat(500), skills: "x".repeat(200), location: "x".repeat(100), firstName: "é".repeat(50) },
  { profileImageUrl: "https://example.org/ada.png" },
  { username: "Ada" },
  {},
])("a profile change with %j is stored", async (input) => {
  expect([(await change(input)).statusCode, await profile()]).toMatchObject([200, input])
})

test("a user name or email of another user is refused in upper and lower case", async () => {
  await register(app, "eve")
  const taken = await change({ username: "EVE", bio: "new" })
  expect([taken.statusCode, taken.json().fields]).toEqual([409, { username: "This username is taken" }])
  const takenEmail = await change({ email: "EVE@example.org", currentPassword: PASSWORD })
  expect([takenEmail.json().code, (await profile()).bio]).toEqual(["account.taken", null])
})

test("an email change requires the password, notifies both addresses and invalidates earlier reset emails", async () => {
  await verifyEmail()
  await openBrowser(app).send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
  const [, token] = /token=(\w+)/.exec((await app.deliver()).at(-1)?.text ?? "") ?? []
  const email = "ada.pierre@example.org"
  for (const body of [{ email }, { email, currentPassword: "wrong" }])
    expect((await change(body)).json().fields).toHaveProperty("currentPassword")
  expect((await change({ email, currentPassword: PASSWORD })).json()).toMatchObject({ email })
  const notices = (await app.deliver()).slice(-2)
  expect(notices.map(({ to, language }) => [to, language]).sort()).toEqual([
    [email, "en"],
    ["ada@example.org", "en"],
  ])
  const reset = { userId: ada.id, token, newPassword: "Anba-pye-mango-7!" }
  expect((await ada.send("POST", "/api/auth/password/reset", reset)).json().code).toBe("reset.expired")
  expect(await db().select().from(users)).toMatchObject([{ email, emailVerifiedAt: null }])
  expect((await change({ email, bio: "the same address is no change" })).statusCode).toBe(200)
})

test("of two concurrent changes to the same user name one succeeds", async () => {
  const eve = await register(app, "eve")
  const responses = await Promise.all([change({ username: "star" }), change({ username: "STAR" }, eve)])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test("email changes are limited per account and per address", async () => {
  const changeEmail = (email: string, by = ada) => change({ email, currentPassword: PASSWORD }, by)
  for (let count = 0; count < 3; count++) expect((await changeEmail(`ada${count}@example.org`)).statusCode).toBe(200)
  const stopped = await changeEmail("ada3@example.org")
  expect([stopped.statusCode, stopped.headers["retry-after"]]).toEqual([429, "3600"])
  expect((await profile()).email).toBe("ada2@example.org")
  const [eve, zoe] = [await register(app, "eve"), await register(app, "zoe")]
  for (const email of ["marie@example.org", "eve1@example.org", "MARIE@example.org"])
    expect((await changeEmail(email, eve)).statusCode).toBe(200)
  const statuses = [await changeEmail("marie@example.org", zoe), await changeEmail("marie@example.org", zoe)].map(
    ({ statusCode }) => statusCode,
  )
  expect(statuses).toEqual([409, 429])
})
