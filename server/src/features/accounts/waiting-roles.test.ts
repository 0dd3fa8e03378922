import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, signInAsAdmin, type TestApp } from "#testing.ts"

const GUERDA = {
  firstName: "Guerda",
  lastName: "Noël",
  username: "guerda",
  email: "guerda@example.org",
  password: "Anba-pye-mango-7!",
  loginProvider: "haitech",
}

let app: TestApp
let admin: Browser
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

async function register(role: string, more: object = {}) {
  const browser = openBrowser(app)
  const response = await browser.send("POST", "/api/auth/register", { ...GUERDA, role, ...more })
  expect([response.statusCode, response.json()]).toMatchObject([201, { role }])
  return { ...browser, id: response.json().id as string }
}

const changeRole = (userId: string, body: object) => admin.send("POST", "/api/admin/users/role", { userId, ...body })
const waitingRoles = async () =>
  (await admin.send("GET", "/api/admin/waiting?kind=role")).json().map(({ id }: { id: string }) => id)

test.each(["mentor", "volunteer", "ambassador"])("a %s is signed in at once, and the role waits", async (role) => {
  const member = await register(role)
  const profile = (await member.send("GET", "/api/user/profile")).json()
  expect(profile).toMatchObject({ role, isRoleWaiting: true })
  const record = (await admin.send("GET", `/api/admin/users/${member.id}`)).json()
  expect(record).toMatchObject({ role, approved: "true", isRoleWaiting: true })
  expect((await admin.send("GET", "/api/admin/waiting")).json()).toMatchObject([
    { id: member.id, kind: "role", name: "Guerda Noël", about: role, text: GUERDA.email, language: "en" },
  ])
})

test("an administrator approves a role that waits, once, and the history says so", async () => {
  const { id } = await register("mentor")
  const access = { role: "mentor", approved: "true" }
  for (const response of [await changeRole(id, { ...access, was: access }), await changeRole(id, access)])
    expect([response.statusCode, response.json()]).toMatchObject([200, { role: "mentor", isRoleWaiting: false }])
  expect(await waitingRoles()).toEqual([])
  const entries = (await admin.send("GET", `/api/admin/audit?about=${id}`)).json()
  expect(entries).toMatchObject([
    { action: "user.role_changed", before: { isRoleWaiting: true }, after: { isRoleWaiting: false } },
  ])
})

test("a role that waits is declined with another role, and a disabled account does not wait", async () => {
  const { id } = await register("mentor")
  await changeRole(id, { role: "mentor", approved: "false" })
  expect(await waitingRoles()).toEqual([])
  const { id: other } = await register("mentor", { username: "guerda2", email: "guerda2@example.org" })
  expect(await waitingRoles()).toEqual([other])
  const declined = await changeRole(other, { role: "student", approved: "true" })
  expect(declined.json()).toMatchObject({ role: "student", isRoleWaiting: false })
  expect(await waitingRoles()).toEqual([])
})

test("a role that an administrator gives does not wait", async () => {
  const { id } = await register("mentor")
  const given = await changeRole(id, { role: "ambassador", approved: "true" })
  expect(given.json()).toMatchObject({ role: "ambassador", isRoleWaiting: false })
  expect(await waitingRoles()).toEqual([])
})
