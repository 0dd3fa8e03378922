import { expect, test } from "vitest"
import { parseEmail } from "./incoming.ts"

const HEAD = "From: Ada <ada@example.org>\r\nTo: chat+1@example.org\r\n"
const read = (head: string, body = "Hello") => parseEmail(Buffer.from(`${HEAD}${head}\r\n${body}`))

test.each([
  "Auto-Submitted: auto-replied",
  "Auto-Submitted: auto-generated; owner=x",
  "Auto-Submitted: notice",
  "Precedence: bulk",
  "Precedence: List",
  "Precedence: junk",
  "Precedence: auto_reply",
  "X-Auto-Response-Suppress: All",
  "X-Autoreply: yes",
  "Return-Path: <>",
  "Return-Path:",
  'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
])("an email with %s is automatic", async (header) => {
  expect((await read(`${header}\r\n`)).isAutomatic).toBe(true)
})

test.each([
  "Auto-Submitted: no",
  "Auto-Submitted: No (somebody typed it)",
  "Precedence: first-class",
  "Return-Path: <ada@example.org>",
  "constructor: x",
  "X-Precedence: bulk",
])("an email with %s is not automatic", async (header) => {
  expect((await read(`${header}\r\n`)).isAutomatic).toBe(false)
})

test("the recipients start with the delivery headers", async () => {
  const { recipients } = await read(
    "Cc: Bob\r\n <bob@example.org>\r\nX-Original-To: x@example.org\r\nDelivered-To: d@example.org\r\n",
  )
  expect(recipients).toEqual(["d@example.org", "x@example.org", "chat+1@example.org", "Bob <bob@example.org>"])
})

test("the id is the Message-ID, or a hash of the email", async () => {
  const ids = await Promise.all(
    ["Message-ID: <1@example.org>\r\n", "", "", "Subject: x\r\n"].map(async (head) => (await read(head)).id),
  )
  expect([ids[0], ids[1] === ids[2], new Set(ids).size]).toEqual(["<1@example.org>", true, 3])
})

test.each<[string, string, string]>([
  ["quoted-printable", "Content-Transfer-Encoding: quoted-printable\r\n", "Tr=C3=A8s bien=\r\n, m=C3=A8si"],
  ["base64", "Content-Transfer-Encoding: base64\r\n", Buffer.from("Très bien, mèsi").toString("base64")],
  ["decomposed", "", "Tre\u0300s bien, me\u0300si"],
  ["with a NUL", "", "Très\0 bien, mèsi"],
])("a %s text is decoded", async (_what, head, body) => {
  const email = await read(`Content-Type: text/plain; charset=utf-8\r\n${head}`, body)
  expect(await email.words()).toBe("Très bien, mèsi")
})

test("an ISO-8859-1 text is decoded", async () => {
  const head = Buffer.from(`${HEAD}Content-Type: text/plain; charset=iso-8859-1\r\n\r\n`)
  const email = await parseEmail(Buffer.concat([head, Buffer.from("Très bien", "latin1")]))
  expect(await email.words()).toBe("Très bien")
})

test("the text part is preferred; the HTML part is used when the text part is empty", async () => {
  const both = (text: string) =>
    `--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>HTML</p>\r\n--b--\r\n`
  const head = "Content-Type: multipart/alternative; boundary=b\r\n"
  expect(await (await read(head, both("Text"))).words()).toBe("Text")
  expect(await (await read(head, both(" "))).words()).toBe("HTML")
})

test("attachments are not part of the text", async () => {
  const part = (head: string, body: string) => `--b\r\n${head}\r\n\r\n${body}\r\n`
  const body = [
    part("Content-Type: text/plain", "Hello"),
    part("Content-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt", "A file"),
    part("Content-Type: message/rfc822", "From: x@example.org\r\n\r\nAnother email"),
    "--b--\r\n",
  ].join("")
  expect(await (await read("Content-Type: multipart/mixed; boundary=b\r\n", body)).words()).toBe("Hello")
})

test("flowed lines are joined, and the signature is removed", async () => {
  const email = await read("Content-Type: text/plain; format=flowed\r\n", "Hello \r\nworld\r\n-- \r\nAda")
  expect(await email.words()).toBe("Hello world")
})

test("a truncated multipart email is read as far as possible", async () => {
  const head = "Content-Type: multipart/alternative; boundary=b\r\n"
  expect(await (await read(head, "--b\r\nContent-Type: text/plain\r\n\r\nHello")).words()).toBe("Hello")
})

test.each(["", "Hello", "x: y\r\n\r\nHello", "\0\0\0", `From: x\r\n${"X: y\r\n".repeat(40_000)}\r\n`])(
  "an invalid email is refused: %j",
  async (raw) => {
    await expect(parseEmail(Buffer.from(raw))).rejects.toMatchObject({ code: "request.malformed" })
  },
)

test("too many lines and too deeply nested parts are refused", async () => {
  const deep = Array.from(
    { length: 40 },
    (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n`,
  )
  await expect((await read("", "\n".repeat(20_001))).words()).rejects.toMatchObject({ code: "request.too_large" })
  await expect(
    (await read("Content-Type: multipart/mixed; boundary=b0\r\n", deep.join("\r\n"))).words(),
  ).rejects.toMatchObject({ code: "request.malformed" })
})
