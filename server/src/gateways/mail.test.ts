import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SMTPServer } from "smtp-server"
import { afterEach, expect, test } from "vitest"
import { fileMail, type Letter, smtpMail } from "./mail.ts"

const FROM = { name: 'HaiTech "Cares", Inc.', address: "hello@haitech.test" }
const LETTER: Letter = {
  key: "membership.welcome:1",
  to: "ada@example.org",
  language: "fr",
  subject: "Bienvenue à l’école",
  text: "Bonjour Ada",
  html: "<p>Bonjour Ada</p>",
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A real SMTP server that keeps what it receives. */
async function mailbox() {
  const received: { from: string; to: string[]; source: string }[] = []
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, session, done) {
      let source = ""
      stream.on("data", (chunk) => {
        source += chunk
      })
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), source })
        done()
      })
    },
  })
  server.on("error", () => undefined)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(() => server.close())
  return { received, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

test("a letter goes to exactly one person, and carries the same id each time", async () => {
  const { received, url } = await mailbox()
  const mail = smtpMail(url, FROM)
  await mail.send(LETTER)
  await mail.send(LETTER)
  expect(received.map(({ from, to }) => [from, to])).toEqual(Array(2).fill([FROM.address, [LETTER.to]]))
  const ids = received.map(({ source }) => source.match(/^message-id: (.*)$/im)?.[1])
  expect([new Set(ids).size, ids[0]]).toEqual([1, expect.stringMatching(/^<[0-9a-f]{32}@haitech\.test>\r?$/)])
  expect(received[0]?.source).toMatch(/^content-language: fr/im)
  expect(received[0]?.source).toMatch(/^auto-submitted: auto-generated/im)
})

test.each([
  ["a second address", { to: "ada@example.org, eve@evil.test" }],
  ["a header in the address", { to: "ada@example.org\r\nBcc: eve@evil.test" }],
  ["a header in the subject", { subject: "Hello\r\nBcc: eve@evil.test" }],
  ["a name that looks like an address", { to: '"eve@evil.test" <ada@example.org>' }],
])("%s reaches nobody else", async (_what, hostile) => {
  const { received, url } = await mailbox()
  await smtpMail(url, FROM)
    .send({ ...LETTER, ...hostile })
    .catch(() => undefined)
  expect(received.flatMap(({ to }) => to).filter((to) => to !== LETTER.to)).toEqual([])
  expect(received.filter(({ source }) => /^bcc:/im.test(source))).toEqual([])
})

test("a mail server that is away is an error, so that the outbox tries again", async () => {
  await expect(smtpMail("smtp://127.0.0.1:1", FROM).send(LETTER)).rejects.toMatchObject({ code: "ESOCKET" })
})

test("without a mail server a letter is a file that only its owner reads, once for each key", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mail-"))
  closing.push(() => rmSync(folder, { recursive: true }))
  const mail = fileMail(join(folder, "outbox"), FROM)
  await mail.send(LETTER)
  await mail.send(LETTER)
  const files = readdirSync(join(folder, "outbox"))
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.eml$/)])
  const file = join(folder, "outbox", files[0] ?? "")
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, "utf8")).toContain("Bonjour Ada")
})
