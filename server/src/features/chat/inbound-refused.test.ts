import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Email } from "#gateways/mail.ts"
import type { Sql } from "#platform/db/testing-sql.ts"
import { MARK } from "#platform/mail/email.ts"
import { type Browser, createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { changeThread, readTexts, resetDb, respond, signInAsNewAdmin, threadIdOf, write } from "#testing-chat.ts"
import { lastEmail, postEmail, REPLIES, rawEmail } from "#testing-mail.ts"
import { chatMessages } from "./table.ts"

let app: TestApp
let admin: Browser
let guest: Browser
let email: Email & { readonly replyTo: string }
/** The arguments of every log call. */
const logCalls: unknown[][] = []
const capture = (...args: unknown[]) => void logCalls.push(args)
const log = { info: capture, warn: capture, error: capture, fatal: capture }
beforeAll(async () => {
  app = await createTestApp({ replies: REPLIES, log })
})
beforeEach(async () => {
  await resetDb(app)
  admin = await signInAsNewAdmin(app, "root")
  guest = openBrowser(app)
  await write(guest, "Hi", { email: "ada@example.org" })
  await respond(admin, await threadIdOf(guest), "Hello")
  email = await lastEmail(app)
  logCalls.length = 0
})
afterAll(() => app.close())

const count = () => app.database.db.$count(chatMessages)
const dropped = () => logCalls.filter(([, message]) => message === "mail.dropped").map(([facts]) => facts)

/** Delivers an email that must be dropped, and returns the outcome. */
async function deliver(raw: string) {
  const stored = await count()
  const { statusCode, body } = await postEmail(app, raw)
  return { response: [statusCode, body], added: (await count()) - stored, dropped: dropped() }
}
const droppedFor = (reason: string) => ({ response: [204, ""], added: 0, dropped: [{ reason }] })

test.each<[string, (code: string, other: string) => string]>([
  ["no code", () => "chat@example.org"],
  ["another signature", (code) => code.replace(/.(?=@)/, (digit) => (digit === "0" ? "1" : "0"))],
  ["a truncated signature", (code) => code.replace(/.(?=@)/, "")],
  ["a signature without a thread", (code) => code.replace(/\+.{32}/, `+${"0".repeat(32)}`)],
  ["another conversation's id", (code, other) => code.replace(/\+.{32}/, `+${other}`)],
])("an email to an address with %s is dropped silently", async (_what, alterCode) => {
  const stranger = openBrowser(app)
  await write(stranger, "Mine")
  const other = (await threadIdOf(stranger)).replaceAll("-", "")
  expect(await deliver(rawEmail(alterCode(email.replyTo, other), "canary"))).toEqual(droppedFor("address"))
})

test.each([
  "Auto-Submitted: auto-replied",
  "Precedence: bulk",
  "X-Auto-Response-Suppress: OOF, AutoReply",
  "X-Autoreply: yes",
  "Return-Path: <>",
  'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
])("an automatic email (%s) is dropped", async (header) => {
  expect(await deliver(rawEmail(email.replyTo, "canary", [header]))).toEqual(droppedFor("machine"))
})

test("our own email returned to us is dropped", async () => {
  const raw = rawEmail(email.replyTo, email.text, ["Auto-Submitted: auto-generated"])
  expect(await deliver(raw)).toEqual(droppedFor("machine"))
})

test("an email without text of its own is dropped", async () => {
  const quote = email.text.replaceAll(/^/gm, "> ")
  expect(await deliver(rawEmail(email.replyTo, `On Friday HaiTech wrote:\r\n${quote}`))).toEqual(droppedFor("empty"))
  logCalls.length = 0
  expect(await deliver(rawEmail(email.replyTo, `\r\n${MARK}\r\nHello`))).toEqual(droppedFor("empty"))
})

test("an email is dropped if its conversation, or another one with its email address, is blocked", async () => {
  await changeThread(admin, await threadIdOf(guest), { isBlocked: true })
  expect(await deliver(rawEmail(email.replyTo, "canary"))).toEqual(droppedFor("blocked"))
  await changeThread(admin, await threadIdOf(guest), { isBlocked: false })
  const same = openBrowser(app)
  await write(same, "Rude", { email: "Ada@example.org" })
  await changeThread(admin, await threadIdOf(same), { isBlocked: true })
  logCalls.length = 0
  expect(await deliver(rawEmail(email.replyTo, "canary"))).toEqual(droppedFor("blocked"))
})

test("an email to a deleted conversation is dropped", async () => {
  await app.database.sql`delete from chat_threads`
  expect(await deliver(rawEmail(email.replyTo, "canary"))).toEqual(droppedFor("address"))
})

test("a reply code stops working when the conversation's email address changes", async () => {
  await write(guest, "Not there", { email: "grace@example.org" })
  expect(await deliver(rawEmail(email.replyTo, "canary"))).toEqual(droppedFor("address"))
  await write(guest, "There after all", { email: "ADA@example.org" })
  expect((await postEmail(app, rawEmail(email.replyTo, "Yes"))).statusCode).toBe(204)
  expect((await readTexts(guest)).at(-1)).toBe("Yes")
})

test("a guest's reply code works for a member's conversation only if the account has the same email address", async () => {
  const own = await register(app, "ada")
  const other = await register(app, "grace")
  await app.database.sql`update chat_threads set user_id = ${other.id}`
  expect(await deliver(rawEmail(email.replyTo, "canary"))).toEqual(droppedFor("address"))
  await app.database.sql`update chat_threads set user_id = ${own.id}`
  await postEmail(app, rawEmail(email.replyTo, "Yes"))
  expect((await readTexts(own)).at(-1)).toBe("Yes")
  await app.database.sql`update users set approved = false where id = ${own.id}`
  logCalls.length = 0
  expect(await deliver(rawEmail(email.replyTo, "canary"))).toEqual(droppedFor("address"))
})

test.each<[string, (sql: Sql, memberId: string) => Promise<unknown>, boolean]>([
  ["is assigned to a member", (sql, memberId) => sql`update chat_threads set user_id = ${memberId}`, true],
  ["is deleted", (sql) => sql`delete from chat_threads`, false],
])("an email whose conversation %s during delivery is retried", async (_what, change, isStored) => {
  const { sql } = app.database
  const own = await register(app, "ada")
  const raw = rawEmail(email.replyTo, "Yes")
  const delivery = await sql.begin(async (tx) => {
    await tx`select id from chat_threads for update`
    const response = postEmail(app, raw)
    const waiting = () =>
      sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(waiting).not.toEqual([])
    await change(tx, own.id)
    return { response }
  })
  const { statusCode, headers } = await delivery.response
  expect([statusCode, headers["retry-after"]]).toEqual([503, "5"])
  expect([(await postEmail(app, raw)).statusCode, (await readTexts(own)).includes("Yes")]).toEqual([204, isStored])
})

test("the log has the reason for a dropped email, but neither its text nor its addresses", async () => {
  for (const raw of [rawEmail("chat@example.org", "canary"), rawEmail(email.replyTo, "canary", ["Precedence: list"])])
    await postEmail(app, raw)
  await postEmail(app, rawEmail(email.replyTo, "canary"))
  const code = /\+(.*)@/.exec(email.replyTo)?.[1] ?? ""
  const logged = JSON.stringify(logCalls)
  expect(dropped()).toEqual([{ reason: "address" }, { reason: "machine" }])
  for (const secret of ["canary", "example", code, await threadIdOf(guest), REPLIES.secret])
    expect(logged).not.toContain(secret)
})

const MULTIPART = ["Content-Type: multipart/mixed; boundary=b0"]
const DEEP = Array.from(
  { length: 40 },
  (_, depth) => `--b${depth}\r\nContent-Type: multipart/mixed; boundary=b${depth + 1}\r\n`,
)

test.each<[string, (to: string) => string, number, string]>([
  ["a text that is no email", () => "canary", 400, "request.malformed"],
  ["an empty body", () => "", 400, "request.malformed"],
  ["a deeply nested multipart email", (to) => rawEmail(to, DEEP.join("\r\n"), MULTIPART), 400, "request.malformed"],
  ["a header section over its limit", (to) => rawEmail(to, "x", Array(40_000).fill("X: y")), 400, "request.malformed"],
  ["an email over one megabyte", (to) => rawEmail(to, "x".repeat(1024 * 1024)), 413, "request.too_large"],
  ["an email of more than 20,000 lines", (to) => rawEmail(to, "\n".repeat(20_001)), 413, "request.too_large"],
  ["an email longer than twenty messages", (to) => rawEmail(to, "x".repeat(2000 * 20 + 1)), 413, "request.too_large"],
])("%s is refused", async (_what, raw, status, code) => {
  const response = await postEmail(app, raw(email.replyTo))
  expect([response.statusCode, response.json().code, await count()]).toEqual([status, code, 2])
})

test.each([
  "application/json",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "",
])("the content type %j is refused", async (type) => {
  const response = await postEmail(app, rawEmail(email.replyTo, "canary"), { "content-type": type })
  expect([response.statusCode, await count()]).toEqual([415, 2])
})

test("other routes refuse an email as body", async () => {
  const response = await app.send({
    method: "POST",
    url: "/api/chat",
    payload: rawEmail(email.replyTo, "canary"),
    headers: { "content-type": "message/rfc822" },
  })
  expect([response.statusCode, await count()]).toEqual([415, 2])
})

test.each([
  "",
  "Bearer",
  "Bearer ",
  "Bearer canary",
  `Bearer ${REPLIES.secret}x`,
  `Bearer ${REPLIES.secret.slice(1)}`,
  `Bearer ${REPLIES.secret.toUpperCase()}`,
  `Basic ${REPLIES.secret}`,
  REPLIES.secret,
])("the authorization %j is refused for every body", async (authorization) => {
  for (const raw of [rawEmail(email.replyTo, "canary"), "canary", "x".repeat(2 * 1024 * 1024)]) {
    const response = await postEmail(app, raw, { authorization })
    expect([response.statusCode, response.json().code, await count()]).toEqual([403, "access.refused", 2])
  }
})

test("a request from a browser is refused even with the secret", async () => {
  const raw = rawEmail(email.replyTo, "canary")
  const browserHeaders: Record<string, string>[] = [
    { origin: "https://evil.test" },
    { "sec-fetch-site": "cross-site" },
    { cookie: guest.cookie() },
  ]
  for (const headers of browserHeaders) expect((await postEmail(app, raw, headers)).json().code).toBe("origin.foreign")
  const preflight = await app.send({
    method: "OPTIONS",
    url: "/api/mail/inbound",
    headers: { origin: "https://evil.test" },
  })
  expect([preflight.statusCode, preflight.headers["access-control-allow-origin"], await count()]).toEqual([
    405,
    undefined,
    2,
  ])
})

test("without inbound email the route does not exist, and emails have no reply address", async () => {
  const plain = await createTestApp({ database: app.database })
  const unknown = (await plain.send({ method: "POST", url: "/api/nothing", payload: {} })).json()
  for (const headers of [
    {},
    { authorization: "Bearer " },
    { authorization: "Bearer undefined" },
    { "content-type": "text/plain" },
  ])
    for (const raw of [rawEmail(email.replyTo, "canary"), "", "x".repeat(2 * 1024 * 1024)]) {
      const response = await postEmail(plain, raw, headers)
      expect([response.statusCode, response.json()]).toEqual([404, unknown])
    }
  await respond(admin, await threadIdOf(guest), "Hello again")
  const [sent] = await plain.deliver()
  await plain.close()
  expect([sent?.replyTo, sent?.text.includes(MARK), sent?.html.includes(MARK), await count()]).toEqual([
    undefined,
    false,
    false,
    3,
  ])
  expect(sent?.text.replaceAll(/\s+/g, " ")).toContain(
    "do not share it. We do not get answers to this email. Please use the button.",
  )
})
