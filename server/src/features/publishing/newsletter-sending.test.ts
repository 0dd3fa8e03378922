import { count, eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { memberships } from "#features/outreach/table.ts"
import { newsletterEmails, newsletters } from "#features/publishing/table/newsletters.ts"
import { PermanentFailure, UnknownMailbox } from "#platform/jobs/permanent-failure.ts"
import { outbox } from "#platform/jobs/table.ts"
import { text } from "#platform/messages.ts"
import { type Browser, createTestApp, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import {
  createNewsletter,
  deliverAll,
  joinAs,
  MINUTE_MS,
  makeDue,
  NEWSLETTER,
  NEWSLETTERS,
  newslettersOf,
  passMinute,
  readNewsletter,
  startNewsletter,
} from "#testing-newsletters.ts"

let app: TestApp
let admin: Browser & { readonly id: string }
let onSend: (to: string) => Promise<void> | void = () => undefined
beforeEach(async () => {
  onSend = () => undefined
  app = await createTestApp({ newslettersPerHour: 120, onSend: async ({ to }) => onSend(to) })
  // Ahead of the database's clock, by which no batch after the first must become due during a test.
  app.setNow(new Date(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS))
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const NAMES = ["ada", "bea", "carl", "dan", "eve", "fay", "gus"]
const joinAll = () => Promise.all(NAMES.map((name) => joinAs(app, name)))
async function start(id: string): Promise<void> {
  await startNewsletter(admin, id)
  await makeDue(app)
}
const move = (id: string, state: string) => admin.send("PATCH", `${NEWSLETTERS}/${id}/sending`, { state })
const recipients = () => newslettersOf(app).map(({ to }) => to.split("@")[0])
const codeOf = (response: { json(): { code: string } }) => response.json().code

test("sent ten times at once, it starts once", async () => {
  await joinAll()
  const id = await createNewsletter(admin)
  const responses = await Promise.all(Array.from({ length: 10 }, () => startNewsletter(admin, id)))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
  await deliverAll(app)
  expect(recipients()).toEqual(NAMES)
})

test("emails leave in small batches, however many newsletters and presses there are", async () => {
  await joinAll()
  const ids = [await createNewsletter(admin), await createNewsletter(admin)]
  for (const id of ids) await start(id)
  await app.deliver()
  expect(recipients()).toHaveLength(2)
  for (const state of ["stopped", "sending", "stopped", "sending"]) await move(ids[0] ?? "", state)
  await app.deliver()
  expect(recipients()).toHaveLength(2)
  await passMinute(app)
  await app.deliver()
  expect(recipients()).toHaveLength(4)
  await deliverAll(app)
  expect(recipients()).toEqual(NAMES.flatMap((name) => [name, name]))
})

test("two processes send each email once", async () => {
  await joinAll()
  const twin = await createTestApp({ database: app.database, newslettersPerHour: 120 })
  twin.setNow(app.deps.now())
  const id = await createNewsletter(admin)
  await start(id)
  for (let round = 0; round < 8; round++) {
    await passMinute(app)
    await Promise.all([app.deliver(), twin.deliver()])
  }
  const sent = [...newslettersOf(app), ...newslettersOf(twin)].map(({ to }) => to.split("@")[0]).sort()
  await twin.close()
  expect(sent).toEqual(NAMES)
  expect(await readNewsletter(admin, id)).toMatchObject({ state: "sent", counts: { sent: NAMES.length } })
})

test("who joins, leaves or is deleted after the start gets none", async () => {
  const [ada, bea, carl] = await joinAll()
  const id = await createNewsletter(admin)
  await start(id)
  await joinAs(app, "hal")
  await admin.send("DELETE", `/api/admin/memberships/${ada}`)
  await admin.send("DELETE", `/api/admin/memberships/${bea}/newsletters`)
  await app.database.db.delete(memberships).where(eq(memberships.id, carl as never))
  await deliverAll(app)
  expect(recipients()).toEqual(NAMES.slice(3))
  expect(await readNewsletter(admin, id)).toMatchObject({ state: "sent", counts: { sent: 4, skipped: 2, waiting: 0 } })
})

test("the last recipient's deletion finishes a newsletter", async () => {
  await joinAs(app, "ada")
  const id = await createNewsletter(admin)
  await start(id)
  await app.database.db.delete(memberships)
  await deliverAll(app)
  expect([recipients(), (await readNewsletter(admin, id)).state]).toEqual([[], "sent"])
})

test("a stopped newsletter sends nothing until it is resumed, and then each email once", async () => {
  await joinAll()
  const id = await createNewsletter(admin)
  await start(id)
  await app.deliver()
  expect((await move(id, "stopped")).json().state).toBe("stopped")
  expect((await move(id, "stopped")).statusCode).toBe(200)
  await deliverAll(app)
  expect(recipients()).toHaveLength(2)
  expect((await move(id, "sending")).json().state).toBe("sending")
  await deliverAll(app)
  expect(recipients()).toEqual(NAMES)
  expect([codeOf(await move(id, "stopped")), codeOf(await move(id, "draft"))]).toEqual(
    Array(2).fill("newsletter.state"),
  )
})

test("an email that was queued when the newsletter stopped is sent after it resumes", async () => {
  await joinAll()
  await app.deliver()
  const id = await createNewsletter(admin)
  await start(id)
  let isFailing = true
  onSend = () => {
    if (isFailing) throw new Error("busy")
  }
  await app.deliver()
  await move(id, "stopped")
  isFailing = false
  await app.database.db
    .update(outbox)
    .set({ dueAt: new Date(0) })
    .where(eq(outbox.kind, "newsletter.email"))
  await app.deliver()
  expect(recipients()).toEqual([])
  await move(id, "sending")
  await deliverAll(app)
  expect(recipients()).toEqual(NAMES)
})

test("what is being sent can be neither changed nor deleted nor sent again", async () => {
  await joinAs(app, "ada")
  const id = await createNewsletter(admin)
  await start(id)
  const change = () => admin.send("PUT", `${NEWSLETTERS}/${id}`, { ...NEWSLETTER, subjectEn: "Other" })
  const attempts = [change, () => admin.send("DELETE", `${NEWSLETTERS}/${id}`), () => startNewsletter(admin, id)]
  for (const state of ["sending", "stopped", "sent"]) {
    await app.database.db
      .update(newsletters)
      .set({ state: state as never, finishedAt: state === "sent" ? new Date() : null })
    for (const attempt of attempts) expect(codeOf(await attempt())).toBe("newsletter.state")
  }
})

test("a text that was saved after it was looked at is not sent", async () => {
  await joinAs(app, "ada")
  const id = await createNewsletter(admin)
  await admin.send("PUT", `${NEWSLETTERS}/${id}`, { ...NEWSLETTER, subjectEn: "Other", version: 1 })
  expect(codeOf(await startNewsletter(admin, id))).toBe("record.changed")
  for (const body of [{}, { version: "1" }, { version: 2, at: "soon" }, { version: 2, more: 1 }])
    expect((await startNewsletter(admin, id, body)).statusCode).toBe(400)
  expect((await startNewsletter(admin, id, { version: 2 })).statusCode).toBe(200)
})

test("of a change and a sending at once, the readers get what one of them left", async () => {
  await joinAs(app, "ada")
  const id = await createNewsletter(admin)
  const [changed, started] = await Promise.all([
    admin.send("PUT", `${NEWSLETTERS}/${id}`, { ...NEWSLETTER, subjectEn: "Other", version: 1 }),
    startNewsletter(admin, id),
  ])
  expect([changed.statusCode, started.statusCode].sort()).toEqual([200, 409])
  const emails = await deliverAll(app)
  expect(emails.map(({ subject }) => subject)).toEqual(changed.statusCode === 200 ? [] : ["New classes"])
})

test("a newsletter with a time starts at it, unless it is taken back", async () => {
  await joinAs(app, "ada")
  const at = new Date(app.deps.now().getTime() + 3_600_000).toISOString()
  const [id, other] = [await createNewsletter(admin), await createNewsletter(admin)]
  const scheduled = await startNewsletter(admin, id, { version: 1, at })
  expect(scheduled.json()).toMatchObject({ state: "scheduled", scheduledAt: at, startedAt: null })
  await startNewsletter(admin, other, { version: 1, at })
  expect((await move(other, "draft")).json()).toMatchObject({ state: "draft", scheduledAt: null })
  await app.deliver()
  expect(recipients()).toEqual([])
  app.setNow(new Date(at))
  admin = { ...(await signInAs(app, admin.id, "admin")), id: admin.id }
  await deliverAll(app)
  expect(recipients()).toEqual(["ada"])
  expect([(await readNewsletter(admin, id)).state, (await readNewsletter(admin, other)).state]).toEqual([
    "sent",
    "draft",
  ])
})

test.each([
  [0, "date.past"],
  [366 * 86_400_000 + 1, "date.future"],
] as const)("a time in %i ms is refused", async (ms, error) => {
  await joinAs(app, "ada")
  const id = await createNewsletter(admin)
  const at = new Date(app.deps.now().getTime() + ms).toISOString()
  expect((await startNewsletter(admin, id, { version: 1, at })).json().fields).toEqual({
    at: text("en", `field.${error}`),
  })
  expect((await readNewsletter(admin, id)).state).toBe("draft")
})

test("without recipients or a postal address nothing starts", async () => {
  const id = await createNewsletter(admin)
  expect(codeOf(await startNewsletter(admin, id))).toBe("newsletter.nobody")
  const homeless = await createTestApp({
    database: app.database,
    organization: { name: "HaiTech", address: "", ein: "" },
  })
  homeless.setNow(app.deps.now())
  await joinAs(app, "ada")
  expect(codeOf(await startNewsletter(await signInAs(homeless, admin.id, "admin"), id))).toBe("newsletter.no_address")
  await homeless.close()
  expect((await readNewsletter(admin, id)).state).toBe("draft")
})

test("an unknown mailbox ends newsletters to it, and is no failed job", async () => {
  const [ada] = await joinAll()
  await app.deliver()
  onSend = (to) => {
    if (to.startsWith("ada@")) throw new UnknownMailbox("refused")
  }
  const [id, next] = [await createNewsletter(admin), await createNewsletter(admin)]
  await start(id)
  await deliverAll(app)
  expect(await readNewsletter(admin, id)).toMatchObject({ state: "sent", counts: { sent: 6, bounced: 1 } })
  expect((await admin.send("GET", `${NEWSLETTERS}/${next}/audience`)).json().total).toBe(6)
  const [member] = (await admin.send("GET", "/api/admin/memberships?q=ada")).json()
  expect(member).toMatchObject({ id: ada, newsletters: { ended: "bounced" } })
  expect((await admin.send("GET", "/api/admin/failed-jobs")).json()).toEqual([])
})

test("a refused email is a failed job, and is sent once an administrator tries it again", async () => {
  await joinAll()
  await app.deliver()
  let isRefusing = true
  onSend = (to) => {
    if (to.startsWith("ada@") && isRefusing) throw new PermanentFailure("refused")
  }
  const id = await createNewsletter(admin)
  await start(id)
  await deliverAll(app)
  expect(await readNewsletter(admin, id)).toMatchObject({ state: "sent", counts: { sent: 6, failed: 1 } })
  const [job] = (await admin.send("GET", "/api/admin/failed-jobs")).json()
  isRefusing = false
  await admin.send("POST", `/api/admin/failed-jobs/${job.id}/retry`)
  await app.deliver()
  expect(await readNewsletter(admin, id)).toMatchObject({ counts: { sent: 7, failed: 0 } })
})

test("a batch that dies before its commit queues nothing, and its repetition each email once", async () => {
  await joinAll()
  const id = await createNewsletter(admin)
  await start(id)
  await app.database.sql`alter table outbox add constraint dying check (kind <> 'newsletter.email') not valid`
  await app.deliver()
  const queued = await app.database.db
    .select({ emails: count() })
    .from(newsletterEmails)
    .where(eq(newsletterEmails.state, "queued"))
  await app.database.sql`alter table outbox drop constraint dying`
  expect([recipients(), queued[0]?.emails]).toEqual([[], 0])
  await deliverAll(app)
  expect(recipients()).toEqual(NAMES)
})

test("a process that dies between the mail server and the record sends with the same Message-ID again", async () => {
  await joinAs(app, "ada")
  const id = await createNewsletter(admin)
  await start(id)
  await app.database.sql`alter table newsletter_emails add constraint dying check (state <> 'sent') not valid`
  await app.deliver()
  await app.database.sql`alter table newsletter_emails drop constraint dying`
  await deliverAll(app)
  expect(new Set(newslettersOf(app).map(({ key }) => key)).size).toBe(1)
  expect(await readNewsletter(admin, id)).toMatchObject({ state: "sent", counts: { sent: 1 } })
})
