import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { WebSocket } from "ws"
import type { Email } from "#gateways/mail.ts"
import { openTestDb } from "#platform/db/testing-sql.ts"
import { MARK } from "#platform/mail/email.ts"
import { type Browser, createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { changeThread, readTexts, resetDb, respond, signInAsNewAdmin, threadIdOf, write } from "#testing-chat.ts"
import { lastEmail, postEmail, REPLIES, rawEmail } from "#testing-mail.ts"
import { chatMessages, chatThreads } from "./table.ts"

let app: TestApp
let admin: Browser
let guest: Browser
let email: Email & { readonly replyTo: string }
beforeAll(async () => {
  app = await createTestApp({ rateLimits: true, replies: REPLIES })
})
beforeEach(async () => {
  await resetDb(app)
  admin = await signInAsNewAdmin(app, "root")
  guest = openBrowser(app, { "accept-language": "fr" })
  await write(guest, "Une question", { email: "ada@example.org" })
  await respond(admin, await threadIdOf(guest), "Une réponse")
  email = await lastEmail(app)
})
afterAll(() => app.close())

const BEFORE = ["Une question", "Une réponse"]
const messages = () => app.database.db.select().from(chatMessages).orderBy(chatMessages.sequence)
const status = async (raw: string | Buffer, headers = {}) => (await postEmail(app, raw, headers)).statusCode
const messageId = (id: string) => [`Message-ID: <${id}@example.net>`]

test("the email has a reply address, says that it can be answered, and begins with the reply marker", () => {
  expect(email.replyTo).toMatch(/^chat\+[0-9a-f]{52}@example\.org$/)
  expect(email.replyTo.split("@")[0]?.length).toBeLessThanOrEqual(64)
  expect(email.text.split("\n")[0]).toBe(`${MARK} Écris ta réponse au-dessus de cette ligne ${MARK}`)
  expect([email.text, email.html].map((part) => part.replaceAll(/\s+/g, " "))).toEqual(
    Array(2).fill(expect.stringContaining("aussi répondre à cet e-mail")),
  )
  expect(email.text).not.toContain("ne nous parvient pas")
})

test("a reply by email is stored as a message of the conversation's owner", async () => {
  const quote = email.text.replaceAll(/^/gm, "> ")
  const raw = rawEmail(email.replyTo, `Mèsi anpil !\r\n\r\nLe 2 janv. 2026 à 03:04, HaiTech a écrit :\r\n\r\n${quote}`)
  expect(await status(raw)).toBe(204)
  expect(await readTexts(guest)).toEqual([...BEFORE, "Mèsi anpil !"])
  expect((await messages()).at(-1)).toMatchObject({
    sequence: 3,
    senderType: "guest",
    senderId: null,
    name: "Ada",
    email: "ada@example.org",
    isRead: false,
  })
})

test.each<[string, string[], string]>([
  ["quoted-printable", ["Content-Transfer-Encoding: quoted-printable"], "Tr=C3=A8s bien=\r\n, m=C3=A8si"],
  ["base64", ["Content-Transfer-Encoding: base64"], Buffer.from("Très bien, mèsi").toString("base64")],
])("a body in %s is decoded", async (_encoding, headers, body) => {
  expect(await status(rawEmail(email.replyTo, body, ["Content-Type: text/plain; charset=utf-8", ...headers]))).toBe(204)
  expect((await readTexts(guest)).at(-1)).toBe("Très bien, mèsi")
})

test("an email with LF line endings equals the same email with CRLF", async () => {
  const raw = rawEmail(email.replyTo, "Mèsi\r\n\r\n-- \r\nAda", messageId("1"))
  for (const variant of [raw.replaceAll("\r\n", "\n"), raw]) expect(await status(variant)).toBe(204)
  expect(await readTexts(guest)).toEqual([...BEFORE, "Mèsi"])
})

test("an HTML-only reply is stored without its quotation", async () => {
  const html = `<div>Tr&egrave;s <b>bien</b></div><div><br></div><div>Ada</div><br><div class="gmail_quote"><div>Le 2 janv. 2026, HaiTech a écrit&nbsp;:<br></div><blockquote>${email.html}</blockquote></div>`
  expect(await status(rawEmail(email.replyTo, html, ["Content-Type: text/html; charset=utf-8"]))).toBe(204)
  expect((await readTexts(guest)).at(-1)).toBe("Très bien\n\nAda")
})

test("repeated deliveries of an email, in two processes, store one message", async () => {
  const pool = openTestDb(app.database.connection, { max: 5 })
  const twin = await createTestApp({ database: { ...app.database, ...pool }, replies: REPLIES })
  const raw = rawEmail(email.replyTo, "Mèsi", messageId("1"))
  const responses = await Promise.all([app, twin, app, twin].map((target) => postEmail(target, raw)))
  responses.push(await postEmail(twin, raw))
  const altered = rawEmail(email.replyTo, "Mèsi\r\n\r\nChecked for viruses", messageId("1"))
  responses.push(await postEmail(app, `Received: by example.com\r\n${altered}`))
  await twin.close()
  await pool.close()
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(204))
  expect(await readTexts(guest)).toEqual([...BEFORE, "Mèsi"])
})

test("equal emails with different Message-IDs are stored separately; without Message-ID, equal emails are stored once", async () => {
  for (const id of ["1", "2"]) await status(rawEmail(email.replyTo, "Mèsi", messageId(id)))
  for (const raw of ["Oui", "Oui", "Non"]) await status(rawEmail(email.replyTo, raw))
  expect(await readTexts(guest)).toEqual([...BEFORE, "Mèsi", "Mèsi", "Oui", "Non"])
})

test("a long email is stored once as several messages in order", async () => {
  const long = [..."abc"].map((letter) => `${letter} `.repeat(800).trim()).join("\n\n")
  for (let delivery = 0; delivery < 2; delivery += 1)
    expect(await status(rawEmail(email.replyTo, long, messageId("1")))).toBe(204)
  const all = (await readTexts(guest)).slice(2)
  expect([all.length, all.join("\n\n")]).toEqual([3, long])
  expect((await messages()).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
})

test("the reply code is found in any case and in every header field with recipients", async () => {
  await status(rawEmail(email.replyTo.toUpperCase(), "Un"))
  await status(`Delivered-To: ${email.replyTo}\r\n${rawEmail("undisclosed-recipients:;", "Deux")}`)
  await status(`X-Original-To: ${email.replyTo}\r\n${rawEmail("chat@example.org", "Trois")}`)
  await status(rawEmail("office@example.org", "Quatre", [`Cc: Bob <bob@example.org>, HaiTech <${email.replyTo}>`]))
  expect(await readTexts(guest)).toEqual([...BEFORE, "Un", "Deux", "Trois", "Quatre"])
})

test("a reply by email reopens a done conversation and alerts absent administrators", async () => {
  await changeThread(admin, await threadIdOf(guest), { state: "done" })
  app.setNow(new Date("2026-01-02T05:00:00Z"))
  await status(rawEmail(email.replyTo, "Encore"))
  const [thread] = await app.database.db.select().from(chatThreads)
  expect(thread).toMatchObject({ state: "open", language: "fr", email: "ada@example.org", lastSequence: 3 })
  const waiting = await app.database.sql`select key from outbox where kind = 'chat.waiting' order by key`
  expect(waiting.at(-1)?.key).toBe("chat.waiting/2026-01-02T05:15:00.000Z")
})

test("a reply by email notifies the sockets of administrators and the visitor", async () => {
  await app.app.listen({ port: 0, host: "127.0.0.1" })
  const { port } = app.app.server.address() as AddressInfo
  const received: unknown[][] = [[], []]
  const sockets = [admin, guest].map((by, index) => {
    const headers = { origin: "http://localhost:3000", cookie: by.cookie() }
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers })
    socket.on("message", (data) => received[index]?.push(JSON.parse(String(data))))
    return socket
  })
  await Promise.all(sockets.map((socket) => once(socket, "open")))
  await status(rawEmail(email.replyTo, "Mèsi"))
  const notification = { type: "new_message", threadId: await threadIdOf(guest), sequence: 3 }
  for (const messages of received) await expect.poll(() => messages).toContainEqual(notification)
  for (const socket of sockets) socket.terminate()
})

test("a reply to a member's email is stored as the member's, whatever its From says", async () => {
  const grace = await register(app, "grace")
  await write(grace, "Hi")
  await respond(admin, await threadIdOf(grace), "Hello")
  const { replyTo } = await lastEmail(app)
  expect(await status(rawEmail(replyTo, "Thank you"))).toBe(204)
  expect((await messages()).at(-1)).toMatchObject({ senderType: "member", senderId: grace.id, message: "Thank you" })
  expect(await readTexts(grace)).toEqual(["Hi", "Hello", "Thank you"])
})

test("an email over the conversation's rate limit gets 429, and its retry succeeds later", async () => {
  const long = "x".repeat(2000 * 20)
  for (const id of ["1", "2", "3"]) expect(await status(rawEmail(email.replyTo, long, messageId(id)))).toBe(204)
  const raw = rawEmail(email.replyTo, "Encore", messageId("4"))
  const refused = await postEmail(app, raw)
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, expect.stringMatching(/^\d+$/)])
  app.setNow(new Date("2026-01-02T03:10:05Z"))
  expect([await status(raw), (await messages()).at(-1)?.message]).toEqual([204, "Encore"])
})
