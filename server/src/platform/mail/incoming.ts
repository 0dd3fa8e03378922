import { createHash } from "node:crypto"
import type { Email } from "postal-mime"
import { memoize } from "#platform/memoize.ts"
import { Problem } from "#platform/problem.ts"
import { ownWords } from "./quotes.ts"

/** A letter that came to us. Who sent it is left out: a sender's address is whatever somebody typed. */
export interface Incoming {
  /** The same however often it is delivered. */
  readonly id: string
  /** The lines that say where it went; what the mail system noted comes first. */
  readonly recipients: readonly string[]
  /** Written by a machine: a note of absence, a list, a report of what was not delivered. */
  readonly isAutomatic: boolean
  /**
   * What somebody wrote in it, without what is quoted and without a signature. Only now is more than the head read.
   * @throws {Problem} `request.malformed`, `request.too_large`
   */
  words(): Promise<string>
}

const RECIPIENTS = ["delivered-to", "x-original-to", "envelope-to", "to", "cc"]

/** What a machine's letter says of itself (RFC 3834, and what was usual before it). */
const MACHINES: ReadonlyMap<string, RegExp> = new Map([
  ["auto-submitted", /^(?!no\s*([;(]|$))/i],
  ["precedence", /^(bulk|list|junk|auto_reply)$/i],
  ["x-auto-response-suppress", /^/],
  ["x-autoreply", /^/],
  ["x-autorespond", /^/],
  ["return-path", /^(<\s*>)?$/],
  ["content-type", /^multipart\/report\b/i],
])

/** More than a megabyte of pictures has; each takes its time. */
const MOST_LINES = 20_000
const LINE_BREAK = 0x0a
/** Far more than a letter has. A letter in a letter is not what somebody wrote. */
const PARSING = { maxNestingDepth: 32, maxHeadersSize: 128 * 1024, forceRfc822Attachments: true }

const parser = memoize(async () => (await import("postal-mime")).default)

/**
 * Reads the head of a letter as a mail system hands it over (RFC 5322).
 * @throws {Problem} `request.malformed`
 */
export async function parseEmail(raw: Uint8Array): Promise<Incoming> {
  const head = await parsed(raw.subarray(0, endOfHead(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))))
  const headers = head.headers.map(({ key, value }) => ({ key, value: value.trim() }))
  const named = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value)
  if (named("from").length === 0) throw new Problem("request.malformed")
  return {
    id: named("message-id").find(Boolean) ?? createHash("sha256").update(raw).digest("hex"),
    recipients: RECIPIENTS.flatMap(named),
    isAutomatic: headers.some(({ key, value }) => MACHINES.get(key)?.test(value)),
    words: () => wordsOf(raw),
  }
}

function endOfHead(raw: Buffer): number {
  const ends = ["\n\n", "\n\r\n"].map((end) => raw.indexOf(end)).filter((at) => at >= 0)
  return ends.length > 0 ? Math.min(...ends) + 1 : raw.length
}

async function wordsOf(raw: Uint8Array): Promise<string> {
  const breaks = raw.reduce((sum, byte) => sum + (byte === LINE_BREAK ? 1 : 0), 0)
  if (breaks > MOST_LINES) throw new Problem("request.too_large")
  const { text, html } = await parsed(raw)
  if (text?.trim()) return kept(ownWords(text))
  const { textOf } = await import("./html.ts")
  return kept(ownWords(textOf(html ?? "")))
}

async function parsed(raw: Uint8Array): Promise<Email> {
  const mime = await parser()
  try {
    return await mime.parse(raw, PARSING)
  } catch {
    throw new Problem("request.malformed")
  }
}

/** In the one form that is stored; what cannot be is left out, since nobody is there to be asked. */
function kept(words: string): string {
  return words.replaceAll("\0", "").toWellFormed().normalize("NFC").trim()
}
