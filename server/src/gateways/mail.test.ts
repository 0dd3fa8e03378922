import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import PostalMime from "postal-mime"
import { SMTPServer } from "smtp-server"
import { afterEach, expect, test } from "vitest"
import { freshDatabase } from "#platform/db/testing.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { PermanentFailure, UnknownMailbox } from "#platform/jobs/permanent-failure.ts"
import { outbox } from "#platform/jobs/table.ts"
import { startWorker } from "#platform/jobs/worker.ts"
import { type Email, fileMail, smtpMail } from "./mail.ts"

const FROM = { name: 'HaiTech "Cares", Inc.', address: "hello@haitech.test" }
const EMAIL: Email = {
  key: "membership.welcome:1",
  to: "ada@example.org",
  language: "fr",
  subject: "Bienvenue à l’école",
  text: "Bonjour Ada",
  html: "<p>Bonjour Ada</p>",
}

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0).reverse()) await close()
})

interface MailboxOptions {
  /** The server's answers to MAIL FROM, RCPT TO and DATA; it accepts without one. */
  readonly refusals?: Readonly<Partial<Record<"from" | "to" | "data", number>>> & { readonly text?: string }
  readonly host?: string
  readonly port?: number
  /** Offers STARTTLS with a self-signed certificate. */
  readonly encrypts?: boolean
}

/** A real SMTP server that stores the emails it receives. */
async function openMailbox({ host = "127.0.0.1", port = 0, encrypts = false, refusals = {} }: MailboxOptions = {}) {
  const refusal = (code: number | undefined) =>
    code ? Object.assign(new Error(refusals.text ?? "refused"), { responseCode: code }) : null
  const received: { from: string; to: string[]; source: string }[] = []
  const server = new SMTPServer({
    disabledCommands: encrypts ? ["AUTH"] : ["AUTH", "STARTTLS"],
    logger: false,
    onMailFrom: (_address, _session, done) => done(refusal(refusals.from)),
    onRcptTo: (_address, _session, done) => done(refusal(refusals.to)),
    onData(stream, session, done) {
      let source = ""
      stream.on("data", (chunk) => {
        source += chunk
      })
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope
        if (refusals.data) return done(refusal(refusals.data))
        received.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), source })
        done()
      })
    },
  })
  server.on("error", () => undefined)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  cleanups.push(() => server.close())
  return { received, url: `smtp://${host}:${(server.server.address() as AddressInfo).port}` }
}

test("an attachment arrives with its name, type and bytes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mail-"))
  cleanups.push(() => rmSync(folder, { recursive: true }))
  const bytes = new Uint8Array([37, 80, 68, 70, 255, 0])
  await fileMail(folder, FROM).send({ ...EMAIL, attachments: [{ name: "reçu.pdf", type: "application/pdf", bytes }] })
  const [file = ""] = readdirSync(folder)
  const { attachments } = await PostalMime.parse(readFileSync(join(folder, file)))
  expect(attachments).toMatchObject([{ filename: "reçu.pdf", mimeType: "application/pdf" }])
  expect(new Uint8Array(attachments[0]?.content as ArrayBuffer)).toEqual(bytes)
})

test("an email has exactly one recipient, and the same Message-ID each time", async () => {
  const { received, url } = await openMailbox()
  const mail = smtpMail(url, FROM)
  await mail.send(EMAIL)
  await mail.send(EMAIL)
  expect(received.map(({ from, to }) => [from, to])).toEqual(Array(2).fill([FROM.address, [EMAIL.to]]))
  const ids = received.map(({ source }) => source.match(/^message-id: (.*)$/im)?.[1])
  expect([new Set(ids).size, ids[0]]).toEqual([1, expect.stringMatching(/^<[0-9a-f]{32}@haitech\.test>\r?$/)])
  expect(received[0]?.source).toMatch(/^content-language: fr/im)
  expect(received[0]?.source).toMatch(/^auto-submitted: auto-generated/im)
})

test("a calendar file arrives with its method, as the email's attachment", async () => {
  const { received, url } = await openMailbox()
  const type = "text/calendar; charset=utf-8; method=REQUEST"
  const bytes = Buffer.from("BEGIN:VCALENDAR\r\nSUMMARY:Leson é 😀\r\nEND:VCALENDAR\r\n")
  await smtpMail(url, FROM).send({ ...EMAIL, attachments: [{ name: "session.ics", type, bytes }] })
  const { attachments } = await PostalMime.parse(received[0]?.source ?? "")
  expect(attachments).toMatchObject([
    { filename: "session.ics", mimeType: "text/calendar", method: "REQUEST", disposition: "attachment" },
  ])
  const [{ content } = { content: "" }] = attachments
  const decoded = typeof content === "string" ? content : new TextDecoder().decode(content)
  expect(decoded.replaceAll(/\r?\n/g, "\r\n")).toBe(bytes.toString())
  expect(received[0]?.source.replaceAll(/\r\n\s+/g, " ")).toMatch(/^Content-Type: text\/calendar;.* method=REQUEST/m)
})

test("an email that can be left in one click says so in two headers, of which none is folded", async () => {
  const { received, url } = await openMailbox()
  const unsubscribe = `https://haitech.test/api/newsletters/unsubscription?token=${"a1b2c3.".repeat(20)}`
  await smtpMail(url, FROM).send({ ...EMAIL, unsubscribe })
  await smtpMail(url, FROM).send(EMAIL)
  const [email, other] = await Promise.all(received.map(({ source }) => PostalMime.parse(source)))
  const headers = Object.fromEntries((email?.headers ?? []).map(({ key, value }) => [key, value]))
  expect([headers["list-unsubscribe"], headers["list-unsubscribe-post"]]).toEqual([
    `<${unsubscribe}>`,
    "List-Unsubscribe=One-Click",
  ])
  expect(received[0]?.source).toContain(`List-Unsubscribe: <${unsubscribe}>\r\n`)
  expect(other?.headers.filter(({ key }) => key.startsWith("list-"))).toEqual([])
})

test.each([
  ["550 5.1.1 no such user", true],
  ["550 5.1.10 null MX", true],
  ["550 5.2.1 disabled", true],
  ["550 unknown user", true],
  ["553 mailbox name", true],
  ["552 5.2.2 mailbox full", false],
  ["554 5.7.1 relay access denied", false],
  ["550 5.7.1 blocked by a list", false],
  ["550 5.1.8 bad sender", false],
  ["550 5.4.1 no route", false],
  ["554 refused", false],
  ["450 4.1.1 later", false],
])("the refusal %j of a recipient says that there is no mailbox: %s", async (response, isUnknown) => {
  const { url } = await openMailbox({ refusals: { to: Number(response.slice(0, 3)), text: response.slice(4) } })
  const failure = await smtpMail(url, FROM)
    .send(EMAIL)
    .catch((error: unknown) => error)
  expect(failure instanceof UnknownMailbox).toBe(isUnknown)
  expect(failure instanceof PermanentFailure).toBe(response.startsWith("5"))
})

test("an email has a Reply-To header if it has a reply address", async () => {
  const { received, url } = await openMailbox()
  await smtpMail(url, FROM).send({ ...EMAIL, replyTo: "chat+1@haitech.test" })
  await smtpMail(url, FROM).send(EMAIL)
  expect(received.map(({ source }) => source.match(/^reply-to: (.*)\r$/im)?.[1])).toEqual([
    '"HaiTech \\"Cares\\", Inc." <chat+1@haitech.test>',
    undefined,
  ])
})

test.each([
  ["a second address", { to: "ada@example.org, eve@evil.test" }],
  ["a header in the address", { to: "ada@example.org\r\nBcc: eve@evil.test" }],
  ["a header in the subject", { subject: "Hello\r\nBcc: eve@evil.test" }],
  ["a name that looks like an address", { to: '"eve@evil.test" <ada@example.org>' }],
  ["a quoted name", { to: '"eve@evil.test,"@example.org' }],
  ["an address in an address", { to: "eve@evil.test@example.org" }],
  ["a group", { to: "friends:ada@example.org,eve@evil.test;" }],
  ["a NUL", { to: "ada@example.org\0eve@evil.test" }],
  ["a too long address", { to: `${"a".repeat(250)}@example.org` }],
  ["no address", { to: "" }],
  ["a second reply address", { replyTo: "chat@example.org, eve@evil.test" }],
  ["a header in the reply address", { replyTo: "chat@example.org\r\nBcc: eve@evil.test" }],
])("an email with %s is not sent, by SMTP or as a file", async (_what, attack) => {
  const { received, url } = await openMailbox()
  const folder = createFolder()
  for (const mail of [smtpMail(url, FROM), fileMail(folder, FROM)])
    await expect(mail.send({ ...EMAIL, ...attack })).rejects.toThrow(/^(not one plain address|a line break)/)
  expect([received, readdirSync(folder)]).toEqual([[], []])
})

test("special characters in the subject or the sender's name add no recipients and no headers", async () => {
  const { received, url } = await openMailbox()
  const subject = 'Byenveni <ada@x.test>, "Ti Jan"; é 日本 =?utf-8?q?x?='
  await smtpMail(url, { ...FROM, name: "École <x@y.test>, Kay" }).send({ ...EMAIL, subject })
  const { source = "" } = received[0] ?? {}
  const headers = (source.split("\r\n\r\n")[0] ?? "").replaceAll(/\r\n\s+/g, " ").split("\r\n")
  expect(headers.filter((line) => /^(from|to|cc|bcc|subject):/i.test(line))).toEqual([
    expect.stringMatching(/^From: =\?UTF-8\?[^<>]+<hello@haitech\.test>$/),
    "To: ada@example.org",
    expect.stringMatching(/^Subject: =\?UTF-8\?/),
  ])
})

test("emails are sent to other machines only with TLS and a valid certificate", async () => {
  // In upper case it is not recognized as this machine, so it counts as another one.
  const host = "LOCALHOST"
  const [plain, foreign] = [await openMailbox({ host }), await openMailbox({ host, encrypts: true })]
  for (const url of [plain.url, `${plain.url}?requireTLS=false&ignoreTLS=true`, `${plain.url}?opportunisticTLS=true`])
    await expect(smtpMail(url, FROM).send(EMAIL)).rejects.toMatchObject({ code: "ETLS" })
  await expect(smtpMail(foreign.url, FROM).send(EMAIL)).rejects.toThrow(/certificate/)
  expect([plain.received, foreign.received]).toEqual([[], []])
  await smtpMail(`${foreign.url}?tls.rejectUnauthorized=false`, FROM).send(EMAIL)
  expect(foreign.received).toHaveLength(1)
})

test("an unreachable mail server is an error, so that the outbox retries", async () => {
  await expect(smtpMail("smtp://127.0.0.1:1", FROM).send(EMAIL)).rejects.toMatchObject({ code: "ESOCKET" })
})

test.each([
  [{ to: 550 }, true],
  [{ data: 554 }, true],
  [{ to: 451 }, false],
  [{ data: 452 }, false],
  [{ from: 550 }, false],
  [{ to: 530 }, false],
])("a refusal with %o is for good: %s", async (refusals, isPermanent) => {
  const { url, received } = await openMailbox({ refusals })
  const [code] = Object.values(refusals)
  const failure = await smtpMail(url, FROM)
    .send(EMAIL)
    .catch((error: unknown) => error)
  const refusal = isPermanent ? (failure as Error).cause : failure
  expect([failure instanceof PermanentFailure, refusal]).toMatchObject([isPermanent, { responseCode: code }])
  expect(received).toEqual([])
})

test("emails that waited for the mail server arrive once each", async () => {
  const database = await freshDatabase()
  const { db } = database
  cleanups.push(database.release)
  const { url, received, port } = await reservedMailbox()
  const mail = smtpMail(url, FROM)
  const handlers = { mail: (to: string, { key }: { key: string }) => mail.send({ ...EMAIL, key, to }) }
  const log = { info() {}, warn() {}, error() {}, fatal() {} }
  const worker = await startWorker({ database, handlers, log })
  cleanups.push(() => worker.stop())
  for (const name of ["ada", "ben", "eve"])
    await enqueue(db, { kind: "mail", key: name, payload: `${name}@example.org` })
  await worker.drain()
  expect(received()).toEqual([])
  expect(await db.select().from(outbox)).toMatchObject(Array(3).fill({ attempts: 1, lastError: "ESOCKET" }))
  await port.open()
  await database.sql`update outbox set due_at = due_at - interval '1 minute'`
  await worker.drain()
  await worker.drain()
  expect(received().sort()).toEqual(["ada", "ben", "eve"].map((name) => `${name}@example.org`))
})

async function reservedMailbox() {
  const closed = await openMailbox()
  const { port } = new URL(closed.url)
  for (const close of cleanups.splice(-1)) await close()
  let box: Awaited<ReturnType<typeof openMailbox>> | undefined
  const open = async () => {
    box = await openMailbox({ port: Number(port) })
  }
  return { url: closed.url, port: { open }, received: () => box?.received.flatMap(({ to }) => to) ?? [] }
}

test("without a mail server an email is a file readable by its owner only, one per key", async () => {
  const folder = join(createFolder(), "outbox")
  const mail = fileMail(folder, FROM)
  await Promise.all([mail.send(EMAIL), mail.send(EMAIL), mail.send({ ...EMAIL, key: "another" })])
  await mail.send(EMAIL)
  const files = readdirSync(folder)
  expect(files).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{32}\.eml$/)))
  expect(files.map((file) => statSync(join(folder, file)).mode & 0o777)).toEqual([0o600, 0o600])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const source = readFileSync(join(folder, files[0] ?? ""), "utf8")
  expect(source).toMatch(/^To: ada@example\.org\r$/m)
  expect(source).toMatch(/^Content-Language: fr\r$/im)
  expect(source).toMatch(/^Content-Type: multipart\/alternative;/m)
  expect(source.match(/Bonjour Ada/g)).toHaveLength(2)
})

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mail-"))
  cleanups.push(() => rmSync(folder, { recursive: true }))
  return folder
}
