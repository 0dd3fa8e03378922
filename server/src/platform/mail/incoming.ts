import { createHash } from "node:crypto"
import type { Email } from "postal-mime"
import { memoize } from "#platform/memoize.ts"
import { Problem } from "#platform/problem.ts"
import { stripQuotes } from "./quotes.ts"

/** An incoming email. Without its sender, because anybody can forge the sender's address. */
export interface Incoming {
  readonly id: string
  readonly recipients: readonly string[]
  /** Sent by a program: a vacation reply, a mailing list, a delivery report. */
  readonly isAutomatic: boolean
  /** Without quotes and signature; reads the body only when called. @throws {Problem} `request.malformed` */
  words(): Promise<string>
}

const RECIPIENTS = ["delivered-to", "x-original-to", "envelope-to", "to", "cc"]

/** The headers of automatic emails (RFC 3834 and older conventions). */
const AUTOMATIC: ReadonlyMap<string, RegExp> = new Map([
  ["auto-submitted", /^(?!no\s*([;(]|$))/i],
  ["precedence", /^(bulk|list|junk|auto_reply)$/i],
  ["x-auto-response-suppress", /^/],
  ["x-autoreply", /^/],
  ["x-autorespond", /^/],
  ["return-path", /^(<\s*>)?$/],
  ["content-type", /^multipart\/report\b/i],
])

/** More lines than a megabyte of pictures has; parsing time grows with the lines. */
const MAX_LINES = 20_000
const LINE_BREAK = 0x0a
const PARSING = { maxNestingDepth: 32, maxHeadersSize: 128 * 1024, forceRfc822Attachments: true }

const loadParser = memoize(async () => (await import("postal-mime")).default)

/** Reads the headers of an email as a mail system passes it on (RFC 5322). @throws {Problem} `request.malformed` */
export async function parseEmail(raw: Uint8Array): Promise<Incoming> {
  const head = await parseMime(raw.subarray(0, headLength(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))))
  const headers = head.headers.map(({ key, value }) => ({ key, value: value.trim() }))
  const valuesOf = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value)
  if (valuesOf("from").length === 0) throw new Problem("request.malformed")
  return {
    id: valuesOf("message-id").find(Boolean) ?? createHash("sha256").update(raw).digest("hex"),
    recipients: RECIPIENTS.flatMap(valuesOf),
    isAutomatic: headers.some(({ key, value }) => AUTOMATIC.get(key)?.test(value)),
    words: () => readText(raw),
  }
}

function headLength(raw: Buffer): number {
  const ends = ["\n\n", "\n\r\n"].map((end) => raw.indexOf(end)).filter((at) => at >= 0)
  return ends.length > 0 ? Math.min(...ends) + 1 : raw.length
}

async function readText(raw: Uint8Array): Promise<string> {
  const breaks = raw.reduce((sum, byte) => sum + (byte === LINE_BREAK ? 1 : 0), 0)
  if (breaks > MAX_LINES) throw new Problem("request.too_large")
  const { text, html } = await parseMime(raw)
  if (text?.trim()) return normalize(stripQuotes(text))
  const { textOf } = await import("./html.ts")
  return normalize(stripQuotes(textOf(html ?? "")))
}

async function parseMime(raw: Uint8Array): Promise<Email> {
  const mime = await loadParser()
  try {
    return await mime.parse(raw, PARSING)
  } catch {
    throw new Problem("request.malformed")
  }
}

/** The form that is stored. Removes what cannot be stored, because the sender cannot correct it. */
function normalize(words: string): string {
  return words.replaceAll("\0", "").toWellFormed().normalize("NFC").trim()
}
