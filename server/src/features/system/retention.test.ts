import type { RetentionRecord } from "@haitech/contract/admin/retention"
import { byKind, RETENTION, RETENTION_KINDS, type RetentionKind } from "@haitech/contract/retention"
import { afterEach, beforeEach, expect, test } from "vitest"
import { volunteerApplications } from "#features/volunteers/table.ts"
import { sentEmails } from "#platform/mail/table.ts"
import { cutoffAt } from "#platform/retention/periods.ts"
import { retentionPeriods } from "#platform/retention/table.ts"
import { sweep } from "#sweep.ts"
import { createTestApp, openBrowser, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { signInAsNewAdmin } from "#testing-chat.ts"
import { capturePages } from "#testing-pages.ts"
import { insertApplication } from "#testing-pipeline.ts"
import { mountSystemPages } from "./pages.ts"

const URL = "/api/admin/retention"
const DAY_MS = 86_400_000
const NOW = new Date("2026-01-02T03:04:05Z")
const daysFromNow = (days: number, ms = 0) => new Date(NOW.getTime() + days * DAY_MS + ms)

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

type Sender = Pick<typeof admin, "send">
const save = (kind: string, body: object | undefined, by: Sender = admin) => by.send("PUT", `${URL}/${kind}`, body)
const list = async (): Promise<RetentionRecord[]> => (await admin.send("GET", URL)).json()
const recordOf = async (kind: RetentionKind) => (await list()).find((record) => record.kind === kind)
const count = (kind: string, period: unknown) => admin.send("GET", `${URL}/${kind}/count?period=${period}`)
const audit = async () => (await admin.send("GET", "/api/admin/audit?action=retention.changed&sort=oldest")).json()
const rows = () => app.database.db.select().from(retentionPeriods)

/** An administrator's session ends after half an hour, so another one goes on. */
async function goTo(at: Date): Promise<void> {
  app.setNow(at)
  admin = await signInAsNewAdmin(app, `ann${at.getTime()}`)
}

/** Emails that were sent so many days ago. */
async function insertEmails(...ages: readonly number[]): Promise<void> {
  const email = { address: "ada@example.org", subject: "Hi", language: "en" } as const
  const sent = ages.map((age) => ({ ...email, key: `email:${age}`, sentAt: daysFromNow(-age) }))
  await app.database.db.insert(sentEmails).values(sent)
}
async function keysAfterSweep(at: Date): Promise<string[]> {
  app.setNow(at)
  await sweep(app.deps)
  const left = await app.database.db.select().from(sentEmails).orderBy(sentEmails.sentAt)
  return left.map(({ key }) => key.replace("email:", ""))
}

test("each kind begins with its longest period and says how many rows there are and go with the next cleanup", async () => {
  await insertEmails(89, 89.98, 91)
  await insertApplication(app, { status: "declined", statusChangedAt: new Date("2025-01-02T03:00:00Z") })
  await insertApplication(app, { status: "interview", email: "eve@example.org" })
  const records = await list()
  expect(records.map(({ kind, period, version, pending }) => [kind, period, version, pending])).toEqual(
    RETENTION_KINDS.map((kind) => [kind, RETENTION[kind].max, 0, null]),
  )
  const counts = records.filter(({ rows: all }) => all > 0).map(({ kind, rows: all, due }) => [kind, all, due])
  expect(counts).toEqual([
    ["applications", 2, 1],
    ["sent_emails", 3, 2],
  ])
})

test("a shorter period acts after seven days, not a millisecond earlier, and deletes what is then older", async () => {
  await insertEmails(20, 40, 80)
  const saved = await save("sent_emails", { version: 0, period: 60 })
  const pending = { period: 60, appliesAt: daysFromNow(7).toISOString() }
  expect([saved.statusCode, saved.json()]).toEqual([
    200,
    { kind: "sent_emails", version: 1, period: 90, pending, rows: 3, due: 0 },
  ])
  expect((await count("sent_emails", 60)).json()).toEqual({ rows: 1, appliesAt: pending.appliesAt })
  expect(await keysAfterSweep(daysFromNow(7, -1))).toEqual(["80", "40", "20"])
  expect(await keysAfterSweep(daysFromNow(7))).toEqual(["40", "20"])
  await goTo(daysFromNow(7))
  expect(await audit()).toMatchObject([
    {
      before: { kind: "sent_emails", period: 90, appliesAt: null },
      after: { kind: "sent_emails", period: 60, appliesAt: pending.appliesAt },
    },
  ])
})

test("a shortening that is taken back in time deletes nothing", async () => {
  await insertEmails(20, 80)
  await save("sent_emails", { version: 0, period: 30 })
  const back = await save("sent_emails", { version: 1, period: 90 })
  expect(back.json()).toMatchObject({ version: 2, period: 90, pending: null })
  expect(await keysAfterSweep(daysFromNow(8))).toEqual(["80", "20"])
})

test("of two shortenings the later one acts, after its own seven days; the earlier one never does", async () => {
  await insertEmails(40, 70)
  await save("sent_emails", { version: 0, period: 30 })
  await goTo(daysFromNow(0.4))
  await save("sent_emails", { version: 1, period: 80 })
  expect(await keysAfterSweep(daysFromNow(7.39))).toEqual(["70", "40"])
  expect(await keysAfterSweep(daysFromNow(10.5))).toEqual(["40"])
})

test("the same period again changes nothing and does not begin the days anew; a longer one acts at once", async () => {
  await save("sent_emails", { version: 0, period: 60 })
  await goTo(daysFromNow(0.4))
  const again = await save("sent_emails", { version: 0, period: 60 })
  expect(again.json()).toMatchObject({ version: 1, pending: { appliesAt: daysFromNow(7).toISOString() } })
  await goTo(daysFromNow(7))
  expect(await recordOf("sent_emails")).toMatchObject({ period: 60, pending: null })
  expect((await save("sent_emails", { version: 1, period: 75 })).json()).toMatchObject({ period: 75, pending: null })
  expect((await audit()).length).toBe(2)
})

test("months end on the same day of the month, for declined applications and for former volunteers", async () => {
  const { db } = app.database
  const at = new Date("2025-10-02T00:00:00Z")
  await insertApplication(app, { status: "declined", statusChangedAt: at })
  await insertApplication(app, { status: "alumni", statusChangedAt: at, email: "eve@example.org" })
  await save("applications", { version: 0, period: 6 })
  await save("former_volunteers", { version: 0, period: 12 })
  const statesAt = async (now: string) => {
    app.setNow(new Date(now))
    await sweep(app.deps)
    return (await db.select().from(volunteerApplications)).map(({ status }) => status).sort()
  }
  expect(await statesAt("2026-04-02T00:00:00.000Z")).toEqual(["alumni", "declined"])
  expect(await statesAt("2026-04-02T00:00:00.001Z")).toEqual(["alumni"])
  expect(await statesAt("2026-10-02T00:00:00.001Z")).toEqual([])
})

test("a month that is shorter ends on its last day", () => {
  expect(cutoffAt(new Date("2026-08-31T12:00:00Z"), "applications", 6)).toEqual(new Date("2026-02-28T12:00:00Z"))
  expect(cutoffAt(new Date("2026-08-31T12:00:00Z"), "sent_emails", 30)).toEqual(new Date("2026-08-01T12:00:00Z"))
})

test.each(RETENTION_KINDS)("the period of %s stays within its limits", async (kind) => {
  const { min, max } = RETENTION[kind]
  for (const period of [min - 1, max + 1]) {
    const refused = await save(kind, { version: 0, period })
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { period: "Enter a whole number within the limits." },
    ])
  }
  expect(await rows()).toEqual([])
  expect((await save(kind, { version: 0, period: min })).json()).toMatchObject({ pending: { period: min } })
  expect((await save(kind, { version: 1, period: max })).json()).toMatchObject({ period: max, pending: null })
})

test("of two administrators who save at once one is told of the other", async () => {
  const other = await signInAsNewAdmin(app, "ann")
  const both = await Promise.all([
    save("screenings", { version: 0, period: 12 }),
    save("screenings", { version: 0, period: 18 }, other),
  ])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(both.find(({ statusCode }) => statusCode === 409)?.json().code).toBe("record.changed")
  expect([(await rows()).length, (await audit()).length]).toEqual([1, 1])
})

test.each([
  { version: 0 },
  { period: 60 },
  { version: -1, period: 60 },
  { version: "0", period: 60 },
  { version: 0, period: "60" },
  { version: 0, period: 60.5 },
  { version: 0, period: null },
  { version: 0, period: 60, kind: "screenings" },
  undefined,
])("the body %j is refused", async (body) => {
  expect((await save("sent_emails", body)).statusCode).toBe(400)
  expect(await rows()).toEqual([])
})

test.each(["donations", "cases", "constructor", "%20"])("the kind %s is refused", async (kind) => {
  expect((await save(kind, { version: 0, period: 60 })).statusCode).toBe(400)
  expect((await count(kind, 60)).statusCode).toBe(400)
})

test.each(["", "-1", "1.5", "1000", "x"])("the count of the period %j is refused", async (period) => {
  expect((await count("sent_emails", period)).statusCode).toBe(400)
})

test("only an administrator reads or changes periods", async () => {
  const ada = await register(app, "ada")
  for (const [browser, status] of [
    [openBrowser(app), 401],
    [ada, 403],
  ] as const) {
    for (const url of [URL, `${URL}/periods`, `${URL}/sent_emails/count?period=60`])
      expect((await browser.send("GET", url)).statusCode).toBe(status)
    expect((await save("sent_emails", { version: 0, period: 60 }, browser)).statusCode).toBe(status)
  }
  expect(await rows()).toEqual([])
})

test("the privacy page and the admin area name the periods that act now", async () => {
  const pages = capturePages()
  await mountSystemPages(pages, app.deps)
  const longest = byKind((kind) => RETENTION[kind].max)
  await save("sent_emails", { version: 0, period: 60 })
  expect(await pages.recordsOf("/privacy")).toEqual({})
  expect((await admin.send("GET", `${URL}/periods`)).json()).toEqual(longest)
  await goTo(daysFromNow(7))
  const periods = { ...longest, sent_emails: 60 }
  expect(await pages.recordsOf("/privacy")).toEqual({ retention: periods })
  expect((await admin.send("GET", `${URL}/periods`)).json()).toEqual(periods)
})
