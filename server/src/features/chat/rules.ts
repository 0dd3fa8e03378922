import { CHAT_LENGTH, OFFICE_HOURS, UNREAD_MINUTES } from "@haitech/contract/chat"
import { clockAt, instantOf } from "@haitech/contract/clock"
import type { ChatThreadRow } from "./table.ts"

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * When the office opens next, by its own clock (§2 Get in Touch); nothing while it is open.
 * @param timeZone of the office
 */
export function opensAt(now: Date, timeZone: string): Date | null {
  const { date, time } = clockAt(now.toISOString(), timeZone)
  for (let ahead = 0; ahead <= OFFICE_HOURS.length; ahead += 1) {
    const day = new Date(Date.parse(`${date}T00:00:00Z`) + ahead * DAY_MS)
    const hours = OFFICE_HOURS[day.getUTCDay()]
    if (!hours) continue
    const [from, to] = hours
    if (ahead > 0 || time < from) return openingOn(day, from, timeZone)
    if (time < to) return null
  }
  return null
}

function openingOn(day: Date, from: string, timeZone: string): Date | null {
  const instant = instantOf(day.toISOString().slice(0, 10), from, timeZone)
  return instant ? new Date(instant) : null
}

/** An office that is open says so every half minute; one that missed it twice has gone. */
const HERE_MS = 75_000
const QUIET_MS = 20_000

/** Whoever has said since then that the office is open before them is here. */
export function presentSince(now: Date): Date {
  return new Date(now.getTime() - HERE_MS)
}

/** Who has said so since then need not say it again. */
export function notedSince(now: Date): Date {
  return new Date(now.getTime() - QUIET_MS)
}

/** When an answer that the visitor has not seen goes out by mail. */
export function mailDueAt(now: Date): Date {
  return new Date(now.getTime() + UNREAD_MINUTES * MINUTE_MS)
}

const QUARTER_MS = 15 * MINUTE_MS

/** When the office is told of who waits, once for a quarter of an hour: at its end, five minutes from now at least. */
export function waitingDueAt(now: Date): Date {
  return new Date(Math.ceil(mailDueAt(now).getTime() / QUARTER_MS) * QUARTER_MS)
}

/** Up to where the visitor knows the conversation: seen here, or sent by mail. */
export function knownUpTo({ seenSequence, mailedSequence }: ChatThreadRow): number {
  return Math.max(seenSequence, mailedSequence)
}

/** So long does a network address count as that of somebody who was blocked: others will have it then. */
export function blockedSince(now: Date): Date {
  return new Date(now.getTime() - DAY_MS)
}

const LINK_DAYS = 30

/** The last day on which a letter's link works, in days since 1970: thirty whole days at least. */
export function lastDayOfLink(now: Date): number {
  return Math.floor(now.getTime() / DAY_MS) + LINK_DAYS
}

export function isLinkOver(lastDay: number, now: Date): boolean {
  return (lastDay + 1) * DAY_MS <= now.getTime()
}

/** What is too long for a message, in several: parted between paragraphs, lines or words where those are near. */
export function splitIntoMessages(words: string): string[] {
  const messages: string[] = []
  let rest = words.trim()
  while (rest.length > CHAT_LENGTH) {
    const end = endOfMessage(rest)
    messages.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest ? [...messages, rest] : messages
}

function endOfMessage(words: string): number {
  const most = words.slice(0, CHAT_LENGTH + 1)
  const ends = ["\n\n", "\n", " "].map((sign) => most.lastIndexOf(sign))
  const isHalved = /[\ud800-\udbff]$/.test(words.slice(0, CHAT_LENGTH))
  return ends.find((end) => end >= CHAT_LENGTH / 2) ?? CHAT_LENGTH - (isHalved ? 1 : 0)
}
