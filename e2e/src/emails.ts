import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** An email, decoded. */
export interface Email {
  readonly to: string
  readonly subject: string
  readonly language: string
  readonly text: string
}

/** Reads the mail spool: the folder `outbox`, where a product without SMTP_URL stores its emails. */
export function readEmails(dataDir: string): Email[] {
  return globSync("outbox/*.eml", { cwd: dataDir }).map((file) =>
    parseEmail(readFileSync(join(dataDir, file), "latin1")),
  )
}

function parseEmail(raw: string): Email {
  const { headers, body } = parsePart(raw.replaceAll("\r\n", "\n"))
  const part = findTextPart(headers, body)
  return {
    to: headers.get("to") ?? "",
    subject: decodeHeader(headers.get("subject") ?? ""),
    language: headers.get("content-language") ?? "",
    text: decodeBody(part.body, part.headers.get("content-transfer-encoding") ?? "7bit").trim(),
  }
}

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

function parsePart(raw: string): Part {
  const end = raw.indexOf("\n\n")
  // A line that begins with white space continues the header before it (RFC 5322, 2.2.3).
  const lines = raw
    .slice(0, end)
    .replace(/\n[ \t]+/g, " ")
    .split("\n")
  const headers = lines
    .map((line) => /^([^:]+):\s*(.*)$/.exec(line) ?? [])
    .map(([, name = "", value = ""]) => [name.toLowerCase(), value])
  return { headers: new Map(headers as [string, string][]), body: raw.slice(end + 2) }
}

/** Finds the plain text part of a multipart/alternative email (RFC 2046, 5.1.4). */
function findTextPart(headers: ReadonlyMap<string, string>, body: string): Part {
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get("content-type") ?? "")?.[1]
  if (!boundary) return { headers, body }
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => parsePart(part.replace(/^\n/, "")))
  // An email with attachments holds its text in a part of parts.
  const texts = parts.find((part) => (part.headers.get("content-type") ?? "").startsWith("multipart/"))
  if (texts) return findTextPart(texts.headers, texts.body)
  const plainText = parts.find((part) => (part.headers.get("content-type") ?? "").startsWith("text/plain"))
  if (!plainText) throw new Error("the email has no plain text part")
  return plainText
}

function decodeBody(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, "base64").toString("utf8")
  if (/quoted-printable/i.test(encoding)) return decodeQuotedPrintable(body.replace(/=\n/g, ""))
  return Buffer.from(body, "latin1").toString("utf8")
}

/** Decodes the encoded words of a header (RFC 2047). */
function decodeHeader(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      /b/i.test(encoding)
        ? Buffer.from(text, "base64").toString("utf8")
        : decodeQuotedPrintable(text.replaceAll("_", " ")),
    )
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, "latin1").toString("utf8")
}
