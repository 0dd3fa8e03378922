import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { api } from "@haitech/contract/api"
import type { Route } from "@haitech/contract/route"
import { expect, onTestFinished, test } from "vitest"
import { WebSocket } from "ws"
import { outbox } from "#platform/jobs/table.ts"
import { type Browser, createTestApp, openBrowser, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { applyAsGuest, emailedToken } from "#testing-applications.ts"
import { APPLICATIONS, changeApplication } from "#testing-pipeline.ts"

const CANARIES = {
  firstName: "canary-first",
  lastName: "canary-last",
  email: "canary@example.org",
  phone: "canary-phone",
  country: "canary-country",
  languages: "canary-languages",
  skills: "canary-skills",
  availability: "canary-availability",
  linkedinUrl: "https://canary-linkedin.example.org",
  websiteUrl: "https://canary-website.example.org",
  motivation: "canary-motivation",
  experience: "canary-experience",
  referral: "canary-referral",
}

const routes: readonly Route[] = Object.values(api)
const readable = routes.filter(({ method, path }) => method === "GET" && !path.includes(":"))

test("nothing of an application is in a log, a page, a socket, an email or another person's replies", async () => {
  const lines: string[] = []
  const write = (...entry: unknown[]) => void lines.push(JSON.stringify(entry))
  const app = await createTestApp({ rateLimits: true, log: { info: write, warn: write, error: write, fatal: write } })
  onTestFinished(() => app.close())
  const [admin, eve] = [await signInAsAdmin(app, "root"), await register(app, "eve")]
  await app.app.listen({ port: 0, host: "127.0.0.1" })
  const { port } = app.app.server.address() as AddressInfo
  const sockets = [await listen(port), await listen(port, eve), await listen(port, admin)]
  const { token } = (await applyAsGuest(app, CANARIES)).json()
  await applyAsGuest(app, { ...CANARIES, motivation: "canary-second-motivation" })
  const emailed = await emailedToken(app)
  await openBrowser(app).send("POST", "/api/volunteer-applications/lookup", { token: emailed })
  const seen: string[] = []
  for (const caller of [openBrowser(app), eve])
    for (const { path } of readable) seen.push((await caller.send("GET", path)).body)
  const replies = readable.filter(({ path }) => !path.startsWith("/api/admin/"))
  for (const { path } of replies) seen.push((await admin.send("GET", path)).body)
  await openBrowser(app).send("POST", "/api/volunteer-applications/withdrawals", { token })
  const emails = await app.deliver()
  for (const { socket, received } of sockets) {
    socket.ping()
    await once(socket, "pong")
    seen.push(...received)
    socket.terminate()
  }
  const stored = await app.database.db.select().from(outbox)
  const texts = emails.flatMap(({ subject, text, html }) => [subject, text, html ?? ""])
  const output = [...seen, ...lines, ...texts, JSON.stringify(stored)].join("\n")
  expect(output.length).toBeGreaterThan(10_000)
  expect(output).not.toContain("canary")
  expect(lines.join("\n")).not.toContain(emailed)
  expect(new Set(emails.filter(({ to }) => to === CANARIES.email).map(({ subject }) => subject)).size).toBe(2)
})

const PAGES = ["/", "/apply", "/application", "/cares", "/team", "/login", "/schedule", "/member-dashboard", "/admin"]

test.each(["nobody", "student", "volunteer", "mentor", "ambassador"] as const)(
  "no call, whatever its id, and no page answers %s with anything of an application or a screening",
  async (role) => {
    const app = await createTestApp()
    onTestFinished(() => app.close())
    const { applicationId, screenedId } = await insertCanaries(app)
    const { id: caller } = await register(app, "eve")
    await app.database.sql`
      update users set role = ${role === "nobody" ? "student" : role}, role_approved_at = now() where id = ${caller}`
    // A new browser for every call, because some of them sign it out.
    const browser = () => (role === "nobody" ? openBrowser(app) : signInAs(app, caller, "member"))
    const seen: string[] = []
    for (const { method, path, body, upload } of routes) {
      for (const id of path.includes(":") ? [applicationId, screenedId] : [""]) {
        const sent = body && !upload ? { id: applicationId } : undefined
        seen.push((await (await browser()).send(method, path.replaceAll(/:\w+/g, id), sent)).body)
      }
    }
    for (const page of PAGES) seen.push((await (await browser()).send("GET", page)).body)
    expect(seen.join("\n")).not.toContain("canary")
  },
)

test("administrators read an application and a screening where they are, and nothing of them elsewhere", async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const { admin, applicationId, screenedId } = await insertCanaries(app)
  const lists = readable.filter(({ path }) => path.startsWith("/api/admin/"))
  const answers = await Promise.all(
    lists.map(async ({ path }) => [path, (await admin.send("GET", path)).body.match(/canary[\w-]*/g) ?? []] as const),
  )
  const named = answers.filter(([, found]) => found.length > 0).map(([path, found]) => [path, new Set(found)])
  const name = new Set(["canary-first", "canary-last"])
  expect(named).toEqual([
    ["/api/admin/audit", name],
    ["/api/admin/waiting", name],
    [APPLICATIONS, name],
    [`${APPLICATIONS}/export`, name],
  ])
  const whole = (await admin.send("GET", `${APPLICATIONS}/${applicationId}`)).json()
  expect(whole).toMatchObject({ ...CANARIES, adminNotes: "canary-notes" })
  const screening = (await admin.send("GET", `/api/admin/screenings/${screenedId}`)).body
  expect(new Set(screening.match(/canary[\w-]*/g))).toEqual(new Set(["canary-reference", "canary-withdrawal"]))
})

test("an email about a new status goes to the applicant alone, with the first name and what was added to it", async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const { admin, applicationId } = await insertCanaries(app)
  const earlier = (await app.deliver()).length
  await changeApplication(admin, applicationId, { status: "interview", personalLine: "canary-line" })
  await changeApplication(admin, applicationId, { status: "declined" })
  const emails = (await app.deliver()).slice(earlier)
  expect(emails.map(({ to }) => to)).toEqual([CANARIES.email, CANARIES.email])
  const found = emails.flatMap(({ subject, text, html }) => `${subject} ${text} ${html}`.match(/canary-\w+/g) ?? [])
  expect(new Set(found)).toEqual(new Set(["canary-first", "canary-line"]))
  expect(JSON.stringify(await app.database.db.select().from(outbox))).not.toContain("canary")
})

/** An application with notes, and somebody else with a step that counts and one that was withdrawn. */
async function insertCanaries(app: TestApp) {
  const [admin, colleague] = [await signInAsAdmin(app, "root"), await signInAsAdmin(app, "grace")]
  const applicationId: string = (await applyAsGuest(app, CANARIES)).json().id
  await changeApplication(admin, applicationId, { adminNotes: "canary-notes" })
  const { id: screenedId } = await register(app, "rose")
  const step = { validUntil: "2026-06-01T00:00:00Z", reference: "canary-reference" }
  for (const name of ["identity", "interview"]) {
    const recorded = await admin.send("PUT", `/api/admin/screenings/${screenedId}/steps/${name}`, step)
    const record: string = recorded.json().records[0].id
    await colleague.send("PUT", `/api/admin/screening-records/${record}/confirmation`)
    if (name === "identity") {
      const reason = { reason: "canary-withdrawal" }
      await colleague.send("PUT", `/api/admin/screening-records/${record}/withdrawal`, reason)
    }
  }
  return { admin, applicationId, screenedId }
}

async function listen(port: number, by?: Browser) {
  const headers = { origin: "http://localhost:3000", ...(by && { cookie: by.cookie() }) }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers })
  const received: string[] = []
  socket.on("message", (data) => received.push(String(data)))
  await once(socket, "open")
  return { socket, received }
}
