import { api } from "@haitech/contract/api"
import type { Access, Route } from "@haitech/contract/route"
import { afterAll, beforeAll, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { appointments } from "#features/appointments/table.ts"
import { studyGroupBlocks } from "#features/groups/table.ts"
import { profilePictures } from "#features/members/table.ts"
import { pushSubscriptions } from "#features/notifications/table.ts"
import { createId } from "#platform/db/columns.ts"
import { type Browser, createTestApp, openBrowser, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { withEnd } from "#testing-appointments.ts"
import { insertApplication } from "#testing-pipeline.ts"

const CALLERS = [
  "guest",
  "member",
  "other member",
  "volunteer",
  "ambassador",
  "waiting mentor",
  "admin",
  "signed-out admin",
] as const
type Caller = (typeof CALLERS)[number]

const ADMIN_ONLY = {
  guest: 401,
  member: 403,
  "other member": 403,
  volunteer: 403,
  ambassador: 403,
  "waiting mentor": 403,
  admin: "open",
  "signed-out admin": 401,
} as const

/** The status for each caller, before the input is checked. */
const ACCESS: Readonly<Record<Access, Readonly<Record<Caller, 401 | 403 | "open">>>> = {
  public: {
    guest: "open",
    member: "open",
    "other member": "open",
    volunteer: "open",
    ambassador: "open",
    "waiting mentor": "open",
    admin: "open",
    "signed-out admin": "open",
  },
  member: {
    guest: 401,
    member: "open",
    "other member": "open",
    volunteer: "open",
    ambassador: "open",
    "waiting mentor": "open",
    admin: "open",
    "signed-out admin": 401,
  },
  tutor: { ...ADMIN_ONLY, volunteer: "open" },
  ambassador: { ...ADMIN_ONLY, ambassador: "open", admin: 403 },
  "any-admin": ADMIN_ONLY,
  admin: ADMIN_ONLY,
}

const ROUTES: readonly Route[] = Object.values(api)
const nameOf = ({ method, path }: Route) => `${method} ${path}`
const CELLS = ROUTES.flatMap((route) => CALLERS.map((caller) => ({ name: nameOf(route), caller, route })))

let app: TestApp
const userIds = new Map<Caller, string>()
beforeAll(async () => {
  app = await createTestApp()
  for (const caller of ["member", "other member", "volunteer", "ambassador", "waiting mentor"] as const) {
    userIds.set(caller, (await register(app, caller.replace(" ", "_"))).id)
  }
  for (const role of ["volunteer", "ambassador"] as const) {
    const id = userIds.get(role) ?? ""
    await app.database.sql`update users set role = ${role}, role_approved_at = now() where id = ${id}`
  }
  await app.database.sql`update users set role = 'mentor' where id = ${userIds.get("waiting mentor") ?? ""}`
  userIds.set("admin", (await signInAsAdmin(app, "root")).id)
})
afterAll(() => app.close())

/** A new browser for every cell, because some calls sign it out. */
async function browserOf(caller: Caller): Promise<Browser> {
  if (caller === "guest") return openBrowser(app)
  if (caller === "admin") return signInAs(app, userIds.get("admin") ?? "", "admin")
  if (caller !== "signed-out admin") return signInAs(app, userIds.get(caller) ?? "", "member")
  const admin = await signInAs(app, userIds.get("admin") ?? "", "admin")
  await admin.send("POST", "/api/auth/logout")
  return admin
}

test.each(CELLS)("$name checks the access of $caller", async ({ route, caller }) => {
  const expected = ACCESS[route.access][caller]
  const url = route.path.replaceAll(/:\w+/g, "0198c0de-0000-7000-8000-000000000000")
  const browser = await browserOf(caller)
  const { statusCode } = await browser.send(route.method, url, route.body && !route.upload ? {} : undefined)
  if (expected === "open") expect(statusCode).not.toSatisfy((status: number) => status === 401 || status === 403)
  else expect(statusCode).toBe(expected)
})

interface Resource {
  readonly id: string
  readonly query?: string
  readonly body?: object
}

/** For each member call with an id: creates a resource of a member. Other members must get 404 for it. */
const RESOURCES: Readonly<Record<string, (owner: Browser, ownerId: string) => Promise<Resource>>> = {
  "DELETE /api/user/sessions/:id": async (owner) => {
    const [own] = (await owner.send("GET", "/api/user/sessions")).json<Resource[]>()
    return { id: own?.id ?? "" }
  },
  "DELETE /api/user/notifications/devices/:id": async (_owner, userId) => {
    const [session] = await app.database.sql<
      { sid: string }[]
    >`select sid from sessions where sess ->> 'userId' = ${userId}`
    const keys = { p256dh: "B".repeat(87), auth: "a".repeat(22) }
    const [row] = await app.database.db
      .insert(pushSubscriptions)
      .values({
        ...keys,
        userId,
        sid: session?.sid ?? "",
        endpoint: "https://push.example/1",
        language: "ht",
        timeZone: "UTC",
      })
      .returning()
    return { id: row?.id ?? "" }
  },
  "POST /api/appointments/:id/changes": async (_owner, userId) => ({
    id: await insertSession(userId, new Date("2030-05-06T13:00:00Z")),
    body: { change: { change: "cancel" } },
  }),
  "POST /api/appointments/:id/reports": async (_owner, userId) => ({
    id: await insertSession(userId, new Date("2030-05-07T13:00:00Z")),
    body: { category: "unsafe" },
  }),
  "POST /api/volunteer-applications/:id/withdrawal": async (_owner, userId) => {
    return { id: await insertApplication(app, { userId }) }
  },
  "GET /api/user/profile/image/:id": async (_owner, userId) => {
    const bytes = Buffer.from("webp")
    const picture = { userId, small: bytes, large: bytes }
    const [row] = await app.database.db
      .insert(profilePictures)
      .values(picture)
      .onConflictDoUpdate({ target: profilePictures.userId, set: picture })
      .returning()
    return { id: row?.id ?? "" }
  },
  "DELETE /api/hidden-members/:id": async (_owner, userId) => {
    const [hidden] = await app.database.db
      .insert(users)
      .values({ email: `${createId()}@b.co` })
      .returning()
    const block = { userId, hiddenId: hidden?.id ?? "" }
    const [row] = await app.database.db.insert(studyGroupBlocks).values(block).returning()
    return { id: row?.id ?? "" }
  },
}

async function insertSession(userId: string, preferredDate: Date): Promise<string> {
  const session = { sessionType: "tutoring", subject: "coding", preferredTime: "09:00" } as const
  const [row] = await app.database.db
    .insert(appointments)
    .values({ ...withEnd({ ...session, preferredDate }), userId, studentName: "Ada", studentEmail: "ada@b.co" })
    .returning()
  return row?.id ?? ""
}

/** The id is that of a course, lesson or group, which is the same for all members; `board.test.ts` has the posts. */
const SHARED = [
  "DELETE /api/study-groups/:id/membership",
  "DELETE /api/study-groups/:id/posts/:postId",
  "GET /api/courses/:id/progress",
  "GET /api/lessons/:id/progress",
  "POST /api/courses/:id/certificate",
  "POST /api/courses/:id/enrol",
  "POST /api/lessons/:id/help",
  "PUT /api/lessons/:id/progress",
  "GET /api/study-groups/:id/meeting",
  "GET /api/study-groups/:id/posts",
  "POST /api/study-groups/:id/posts",
  "POST /api/study-groups/:id/posts/:postId/hiding",
  "POST /api/study-groups/:id/posts/:postId/reports",
  "PUT /api/study-groups/:id/membership",
]

test("every member call with an id has a case in this test", () => {
  const withId = ROUTES.filter(({ access, path }) => access === "member" && path.includes(":")).map(nameOf)
  expect([...Object.keys(RESOURCES), ...SHARED].sort()).toEqual(withId.sort())
})

test.each(Object.keys(RESOURCES))("%s serves the owner and nobody else", async (name) => {
  const [method = "", path = ""] = name.split(" ")
  const owner = await browserOf("member")
  const resource = await RESOURCES[name]?.(owner, userIds.get("member") ?? "")
  const url = path.replace(":id", resource?.id ?? "")
  const statusFor = async (caller: Browser) => (await caller.send(method as "GET", url, resource?.body)).statusCode
  for (const caller of ["other member", "volunteer", "admin"] as const)
    expect([caller, await statusFor(await browserOf(caller))]).toEqual([caller, 404])
  expect(await statusFor(await browserOf("guest"))).toBe(401)
  expect(await statusFor(owner)).toBeLessThan(300)
})

/** In other products, a guard and a router that parsed an address differently have let strangers in. */
test.each(
  ROUTES.filter(({ access }) => access !== "public").flatMap((route) =>
    [
      (path: string) => `/${path}`,
      (path: string) => `${path}/`,
      (path: string) => path.replace("/api/", "/API/"),
      (path: string) => path.replace("/api/", "/api//"),
      (path: string) => path.replace("/api/", "/api%2F"),
      (path: string) => path.replace("/api/", "/api/./"),
      (path: string) => path.replace("/api/", "/x/../api/"),
      (path: string) => `${path}.json`,
      (path: string) => `${path};x=1`,
      (path: string) => `${path}?access=public`,
    ].map((variant) => ({ route, url: variant(route.path.replace(":id", "0198c0de-0000-7000-8000-000000000000")) })),
  ),
)("$route.method $url refuses a guest", async ({ route, url }) => {
  const guest = openBrowser(app, { "x-http-method-override": "GET" })
  const { statusCode } = await guest.send(route.method, url, route.body && !route.upload ? {} : undefined)
  expect([400, 401, 404, 405]).toContain(statusCode)
})
