import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** A mail as its reader sees it. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly language: string
  readonly text: string
}

/** The mails that a product without SMTP_URL wrote to its outbox. */
export function readMails(dataDir: string): Mail[] {
  return globSync("outbox/*.eml", { cwd: dataDir }).map((file) => parse(readFileSync(join(dataDir, file), "latin1")))
}

function parse(raw: string): Mail {
  const { headers, body } = split(raw.replaceAll("\r\n", "\n"))
  const part = textPart(headers, body)
  return {
    to: headers.get("to") ?? "",
    subject: words(headers.get("subject") ?? ""),
    language: headers.get("content-language") ?? "",
    text: decode(part.body, part.headers.get("content-transfer-encoding") ?? "7bit").trim(),
  }
}

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

function split(raw: string): Part {
  const end = raw.indexOf("\n\n")
  // A header goes on in the next line when that begins with a space (RFC 5322, 2.2.3).
  const lines = raw
    .slice(0, end)
    .replace(/\n[ \t]+/g, " ")
    .split("\n")
  const headers = lines
    .map((line) => /^([^:]+):\s*(.*)$/.exec(line) ?? [])
    .map(([, name = "", value = ""]) => [name.toLowerCase(), value])
  return { headers: new Map(headers as [string, string][]), body: raw.slice(end + 2) }
}

/** The plain text of a mail that brings the same in two forms (RFC 2046, 5.1.4). */
function textPart(headers: ReadonlyMap<string, string>, body: string): Part {
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get("content-type") ?? "")?.[1]
  if (!boundary) return { headers, body }
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\n/, "")))
  const found = parts.find((part) => (part.headers.get("content-type") ?? "").startsWith("text/plain"))
  if (!found) throw new Error("a mail without a plain text")
  return found
}

function decode(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, "base64").toString("utf8")
  if (/quoted-printable/i.test(encoding)) return unquote(body.replace(/=\n/g, ""))
  return Buffer.from(body, "latin1").toString("utf8")
}

/** Words that are not ASCII (RFC 2047). */
function words(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, form: string, text: string) =>
      /b/i.test(form) ? Buffer.from(text, "base64").toString("utf8") : unquote(text.replaceAll("_", " ")),
    )
}

function unquote(text: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, "latin1").toString("utf8")
}
