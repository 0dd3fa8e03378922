import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createGoogleSandbox } from "#features/accounts/service/google-sandbox.ts"
import { users } from "#features/accounts/table.ts"
import { createTestApp, openBrowser, PASSWORD, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { APPLICATION, applyAsGuest, emailedToken } from "#testing-applications.ts"
import { APPLICATIONS, changeApplication, insertApplication, insertScreening } from "#testing-pipeline.ts"
import { volunteerApplications } from "./table.ts"

const URL = "/api/volunteer-applications"
const GOOGLE_EMAIL = "marie.test@example.org"

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp({ identity: createGoogleSandbox() })
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const applicationRows = () => app.database.db.select().from(volunteerApplications).orderBy(volunteerApplications.id)
const change = (id: string, body: object) => changeApplication(admin, id, body)
const read = async (id: string) => (await admin.send("GET", `${APPLICATIONS}/${id}`)).json()
const accountOf = async (id: string) => (await read(id)).account?.id ?? null
const updateUsers = (values: object) =>
  app.database.db.update(users).set(values).where(eq(users.email, APPLICATION.email))
const applicantOf = async (id: string) => (await applicationRows()).find((row) => row.id === id)?.userId

async function apply(email: string = APPLICATION.email): Promise<string> {
  return (await applyAsGuest(app, { email: email.toUpperCase() })).json().id
}

/** A member verifies the address by setting a password by the link of an email. */
async function verify(usernameOrEmail: string) {
  const newPassword = "Anba-pye-mango-7!"
  await openBrowser(app).send("POST", "/api/auth/password/forgot", { usernameOrEmail })
  const links = (await app.deliver()).map(({ text }) => /#user=([\w-]+)&token=(\w+)/.exec(text))
  const [, userId, token] = links.findLast((link) => link) ?? []
  return openBrowser(app).send("POST", "/api/auth/password/reset", { userId, token, newPassword })
}

async function registerVerified(name = "widline") {
  const member = await register(app, name)
  await app.database.db.update(users).set({ emailVerifiedAt: app.deps.now() }).where(eq(users.id, member.id))
  return member
}

async function signInWithGoogle(): Promise<string> {
  const browser = openBrowser(app, { host: "localhost:3000" })
  const { headers } = await browser.send("GET", "/login/google")
  const state = headers.location?.split("/").at(-1) ?? ""
  await browser.send("GET", `/login/google/callback?state=${state}&code=marie`)
  return (await browser.send("GET", "/api/auth/user")).json().id
}

const SEQUENCES: readonly (readonly [string, () => Promise<{ id: string; userId: string }>])[] = [
  [
    "had an account before",
    async () => {
      const { id: userId } = await registerVerified()
      return { userId, id: await apply() }
    },
  ],
  [
    "registers later and verifies the address",
    async () => {
      const id = await apply()
      const { id: userId } = await register(app, "widline")
      expect(await accountOf(id)).toBeNull()
      expect((await verify("widline")).statusCode).toBe(200)
      return { userId, id }
    },
  ],
  [
    "signs in with Google later",
    async () => {
      const id = await apply(GOOGLE_EMAIL)
      return { userId: await signInWithGoogle(), id }
    },
  ],
  [
    "opens the link of the email while signed in",
    async () => {
      const member = await registerVerified()
      const id = await apply()
      const link = await member.send("POST", `${URL}/lookup`, { token: await emailedToken(app) })
      expect([link.statusCode, link.json().id]).toEqual([200, id])
      return { userId: member.id, id }
    },
  ],
]

test.each(SEQUENCES)(
  "the account of an applicant who %s is shown, linked by a change, and gets the role",
  async (_, begin) => {
    const { id, userId } = await begin()
    expect([await accountOf(id), await applicantOf(id)]).toEqual([userId, null])
    expect((await change(id, { status: "interview" })).json()).toMatchObject({ account: { id: userId, isOpen: true } })
    expect(await applicantOf(id)).toBe(userId)
    await insertScreening(app, userId)
    for (const status of ["screening", "training", "active"])
      expect((await change(id, { status })).statusCode).toBe(200)
    expect((await read(id)).account).toEqual({ id: userId, role: "mentor", isOpen: true })
  },
)

test("an application in training is linked by the change to active itself", async () => {
  const member = await registerVerified()
  await insertScreening(app, member.id)
  const id = await insertApplication(app, { status: "training", email: member.email })
  expect((await read(id)).nextStatuses[0]).toEqual({ status: "active", obstacle: null })
  expect((await change(id, { status: "active" })).json().account).toEqual({
    id: member.id,
    role: "mentor",
    isOpen: true,
  })
})

test.each([
  ["whose address is not verified", { emailVerifiedAt: null }],
  ["that is closed", { approved: false }],
  ["with another address", { email: "widlin@example.org" }],
])("an account %s is neither shown nor linked", async (_, values) => {
  await registerVerified()
  await updateUsers(values)
  const id = await insertApplication(app, { status: "training", email: APPLICATION.email })
  expect(await read(id)).toMatchObject({
    account: null,
    nextStatuses: expect.arrayContaining([{ status: "active", obstacle: "no_account" }]),
  })
  expect((await change(id, { status: "active" })).json().code).toBe("application.no_account")
  expect((await change(id, { nextStep: "Call" })).json()).toMatchObject({ account: null, nextStep: "Call" })
  expect(await applicantOf(id)).toBeNull()
})

test("an account with another open application for the role is linked once that one is over", async () => {
  const member = await registerVerified()
  const other = (await member.send("POST", URL, APPLICATION)).json().id
  const id = await insertApplication(app, { email: member.email })
  expect((await change(id, { status: "interview" })).json()).toMatchObject({ status: "interview", account: null })
  const ambassador = await insertApplication(app, { role: "ambassador", email: member.email })
  expect((await change(ambassador, { status: "interview" })).json().account.id).toBe(member.id)
  await change(other, { status: "declined" })
  expect((await change(id, { status: "screening" })).json().account.id).toBe(member.id)
})

test("a linked application stays its account's, and what repeats a change or only reads links nothing", async () => {
  const { id: userId, ...member } = await registerVerified()
  const id = await insertApplication(app, { email: member.email })
  await change(id, { status: "new" })
  await admin.send("GET", `${APPLICATIONS}/${id}/emails/interview`)
  expect(await applicantOf(id)).toBeNull()
  await change(id, { adminNotes: "Speaks Kreyòl" })
  await updateUsers({ email: "moved@example.org", emailVerifiedAt: null })
  await registerVerified()
  expect((await change(id, { status: "interview" })).json().account.id).toBe(userId)
  expect((await member.send("GET", "/api/user/export")).json().volunteer_applications).toMatchObject([{ id }])
  expect((await member.send("DELETE", "/api/user", { currentPassword: PASSWORD })).statusCode).toBe(204)
  expect(await applicationRows()).toEqual([])
})

test("two changes at once link the account once, and of two applications for a role one", async () => {
  const other = await createTestApp({ database: app.database })
  const root = await signInAs(other, (await signInAsAdmin(app, "grace")).id, "admin")
  try {
    for (let round = 0; round < 5; round++) {
      const { id: userId, email } = await registerVerified(`widline${round}`)
      const first = await insertApplication(app, { email })
      const changes = [{ status: "interview" }, { adminNotes: "Speaks Kreyòl" }]
      const replies = await Promise.all(changes.map((body, at) => changeApplication(at ? root : admin, first, body)))
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      expect(await applicantOf(first)).toBe(userId)
      const pair = [
        await insertApplication(app, { role: "volunteer", email }),
        await insertApplication(app, { role: "volunteer", email }),
      ]
      const moves = await Promise.all(
        pair.map((id, at) => changeApplication(at ? root : admin, id, { status: "interview" })),
      )
      for (const { statusCode } of moves) expect([200, 409]).toContain(statusCode)
      const linked = await Promise.all(pair.map(applicantOf))
      expect(linked.filter((id) => id === userId)).toHaveLength(1)
    }
  } finally {
    await other.close()
  }
})
