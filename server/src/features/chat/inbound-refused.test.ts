import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Email } from "#gateways/mail.ts"
import type { Sql } from "#platform/db/testing-sql.ts"
import { MARK } from "#platform/mail/email.ts"
import { type Browser, createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { changeThread, empty, respond, signInAsStaff, textsOf, threadOf, write } from "#testing-chat.ts"
import { emailAbout, handOver, REPLIES, written } from "#testing-mail.ts"
import { chatMessages } from "./table.ts"

let app: TestApp
let admin: Browser
let guest: Browser
let email: Email & { readonly replyTo: string }
/** What the log says, whole. */
const lines: unknown[][] = []
const note = (...line: unknown[]) => void lines.push(line)
const log = { info: note, warn: note, error: note, fatal: note }
beforeAll(async () => {
  app = await createTestApp({ replies: REPLIES, log })
})
beforeEach(async () => {
  await empty(app)
  admin = await signInAsStaff(app, "root")
  guest = openBrowser(app)
  await write(guest, "Hi", { email: "ada@example.org" })
  await respond(admin, await threadOf(guest), "Hello")
  email = await emailAbout(app)
  lines.length = 0
})
afterAll(() => app.close())

const count = () => app.database.db.$count(chatMessages)
const dropped = () => lines.filter(([, said]) => said === "mail.dropped").map(([facts]) => facts)

/** What came of a letter of which nothing may come. */
async function lost(raw: string) {
  const before = await count()
  const { statusCode, body } = await handOver(app, raw)
  return { answer: [statusCode, body], added: (await count()) - before, dropped: dropped() }
}
const because = (reason: string) => ({ answer: [204, ""], added: 0, dropped: [{ reason }] })

test.each<[string, (code: string, other: string) => string]>([
  ["no code", () => "chat@example.org"],
  ["another mark", (code) => code.replace(/.(?=@)/, (sign) => (sign === "0" ? "1" : "0"))],
  ["a mark cut short", (code) => code.replace(/.(?=@)/, "")],
  ["a mark alone", (code) => code.replace(/\+.{32}/, `+${"0".repeat(32)}`)],
  ["another conversation's name", (code, other) => code.replace(/\+.{32}/, `+${other}`)],
])("a letter to an address with %s goes nowhere, and nobody is told", async (_what, bend) => {
  const stranger = openBrowser(app)
  await write(stranger, "Mine")
  const other = (await threadOf(stranger)).replaceAll("-", "")
  expect(await lost(written(bend(email.replyTo, other), "canary"))).toEqual(because("address"))
})

test.each([
  "Auto-Submitted: auto-replied",
  "Precedence: bulk",
  "X-Auto-Response-Suppress: OOF, AutoReply",
  "X-Autoreply: yes",
  "Return-Path: <>",
  'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
])("a machine's letter (%s) goes nowhere", async (head) => {
  expect(await lost(written(email.replyTo, "canary", [head]))).toEqual(because("machine"))
})

test("our own letter, sent back to us, goes nowhere", async () => {
  const raw = written(email.replyTo, email.text, ["Auto-Submitted: auto-generated"])
  expect(await lost(raw)).toEqual(because("machine"))
})

test("a letter without words of its own goes nowhere", async () => {
  const quote = email.text.replaceAll(/^/gm, "> ")
  expect(await lost(written(email.replyTo, `On Friday HaiTech wrote:\r\n${quote}`))).toEqual(because("empty"))
  lines.length = 0
  expect(await lost(written(email.replyTo, `\r\n${MARK}\r\nHello`))).toEqual(because("empty"))
})

test("a blocked conversation takes no letter, nor one whose address was blocked in another", async () => {
  await changeThread(admin, await threadOf(guest), { isBlocked: true })
  expect(await lost(written(email.replyTo, "canary"))).toEqual(because("blocked"))
  await changeThread(admin, await threadOf(guest), { isBlocked: false })
  const same = openBrowser(app)
  await write(same, "Rude", { email: "Ada@example.org" })
  await changeThread(admin, await threadOf(same), { isBlocked: true })
  lines.length = 0
  expect(await lost(written(email.replyTo, "canary"))).toEqual(because("blocked"))
})

test("a conversation that has been deleted takes no letter", async () => {
  await app.database.sql`delete from chat_threads`
  expect(await lost(written(email.replyTo, "canary"))).toEqual(because("address"))
})

test("a letter that went to an address which is no longer the conversation's cannot be answered", async () => {
  await write(guest, "Not there", { email: "grace@example.org" })
  expect(await lost(written(email.replyTo, "canary"))).toEqual(because("address"))
  await write(guest, "There after all", { email: "ADA@example.org" })
  expect((await handOver(app, written(email.replyTo, "Yes"))).statusCode).toBe(204)
  expect((await textsOf(guest)).at(-1)).toBe("Yes")
})

test("a guest's letter writes nothing into a member's conversation, unless it is the member's address, too", async () => {
  const own = await register(app, "ada")
  const other = await register(app, "grace")
  await app.database.sql`update chat_threads set user_id = ${other.id}`
  expect(await lost(written(email.replyTo, "canary"))).toEqual(because("address"))
  await app.database.sql`update chat_threads set user_id = ${own.id}`
  await handOver(app, written(email.replyTo, "Yes"))
  expect((await textsOf(own)).at(-1)).toBe("Yes")
  await app.database.sql`update users set approved = false where id = ${own.id}`
  lines.length = 0
  expect(await lost(written(email.replyTo, "canary"))).toEqual(because("address"))
})

test.each<[string, (sql: Sql, memberId: string) => Promise<unknown>, boolean]>([
  ["becomes a member's", (sql, memberId) => sql`update chat_threads set user_id = ${memberId}`, true],
  ["is deleted", (sql) => sql`delete from chat_threads`, false],
])("a letter whose conversation %s while it is taken is proven anew", async (_what, happens, isKept) => {
  const { sql } = app.database
  const own = await register(app, "ada")
  const raw = written(email.replyTo, "Yes")
  const taking = await sql.begin(async (tx) => {
    await tx`select id from chat_threads for update`
    const answer = handOver(app, raw)
    const waiting = () =>
      sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(waiting).not.toEqual([])
    await happens(tx, own.id)
    return { answer }
  })
  const { statusCode, headers } = await taking.answer
  expect([statusCode, headers["retry-after"]]).toEqual([503, "5"])
  expect([(await handOver(app, raw)).statusCode, (await textsOf(own)).includes("Yes")]).toEqual([204, isKept])
})

test("the log says why nothing came of a letter, and nothing of what it says or whose it is", async () => {
  for (const raw of [written("chat@example.org", "canary"), written(email.replyTo, "canary", ["Precedence: list"])])
    await handOver(app, raw)
  await handOver(app, written(email.replyTo, "canary"))
  const code = /\+(.*)@/.exec(email.replyTo)?.[1] ?? ""
  const said = JSON.stringify(lines)
  expect(dropped()).toEqual([{ reason: "address" }, { reason: "machine" }])
  for (const secret of ["canary", "example", code, await threadOf(guest), REPLIES.secret])
    expect(said).not.toContain(secret)
})

const MULTIPART = ["Content-Type: multipart/mixed; boundary=b0"]
const DEEP = Array.from({ length: 40 }, (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n`)

test.each<[string, (to: string) => string, number, string]>([
  ["no letter", () => "canary", 400, "request.malformed"],
  ["nothing", () => "", 400, "request.malformed"],
  ["a letter of boxes in boxes", (to) => written(to, DEEP.join("\r\n"), MULTIPART), 400, "request.malformed"],
  ["an endless head", (to) => written(to, "x", Array(40_000).fill("X: y")), 400, "request.malformed"],
  ["more than a megabyte", (to) => written(to, "x".repeat(1024 * 1024)), 413, "request.too_large"],
  ["more lines than anybody writes", (to) => written(to, "\n".repeat(20_001)), 413, "request.too_large"],
  ["more than twenty messages", (to) => written(to, "x".repeat(2000 * 20 + 1)), 413, "request.too_large"],
])("%s is refused", async (_what, raw, status, code) => {
  const answer = await handOver(app, raw(email.replyTo))
  expect([answer.statusCode, answer.json().code, await count()]).toEqual([status, code, 2])
})

test.each([
  "application/json",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "",
])("a letter called %j is refused", async (type) => {
  const answer = await handOver(app, written(email.replyTo, "canary"), { "content-type": type })
  expect([answer.statusCode, await count()]).toEqual([415, 2])
})

test("no other call takes a letter", async () => {
  const answer = await app.send({
    method: "POST",
    url: "/api/chat",
    payload: written(email.replyTo, "canary"),
    headers: { "content-type": "message/rfc822" },
  })
  expect([answer.statusCode, await count()]).toEqual([415, 2])
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
])("who shows %j brings nothing, whatever it is", async (authorization) => {
  for (const raw of [written(email.replyTo, "canary"), "canary", "x".repeat(2 * 1024 * 1024)]) {
    const answer = await handOver(app, raw, { authorization })
    expect([answer.statusCode, answer.json().code, await count()]).toEqual([403, "access.refused", 2])
  }
})

test("a page brings nothing, not even with the secret", async () => {
  const raw = written(email.replyTo, "canary")
  const ways: Record<string, string>[] = [
    { origin: "https://evil.test" },
    { "sec-fetch-site": "cross-site" },
    { cookie: guest.cookie() },
  ]
  for (const headers of ways) expect((await handOver(app, raw, headers)).json().code).toBe("origin.foreign")
  const asked = await app.send({
    method: "OPTIONS",
    url: "/api/mail/inbound",
    headers: { origin: "https://evil.test" },
  })
  expect([asked.statusCode, asked.headers["access-control-allow-origin"], await count()]).toEqual([405, undefined, 2])
})

test("where no mail comes in the call is not there for anybody, and the letter is answered by nobody", async () => {
  const plain = await createTestApp({ database: app.database })
  const unknown = (await plain.send({ method: "POST", url: "/api/nothing", payload: {} })).json()
  for (const headers of [
    {},
    { authorization: "Bearer " },
    { authorization: "Bearer undefined" },
    { "content-type": "text/plain" },
  ])
    for (const raw of [written(email.replyTo, "canary"), "", "x".repeat(2 * 1024 * 1024)]) {
      const answer = await handOver(plain, raw, headers)
      expect([answer.statusCode, answer.json()]).toEqual([404, unknown])
    }
  await respond(admin, await threadOf(guest), "Hello again")
  const [sent] = await plain.deliver()
  await plain.close()
  expect([sent?.replyTo, sent?.text.includes(MARK), sent?.html.includes(MARK), await count()]).toEqual([
    undefined,
    false,
    false,
    3,
  ])
  expect(sent?.text.replaceAll(/\s+/g, " ")).toContain(
    "do not pass it on. An answer to this email itself does not reach us.",
  )
})
