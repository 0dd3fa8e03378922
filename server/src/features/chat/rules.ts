import { CHAT_LENGTH, UNREAD_MINUTES } from "@haitech/contract/chat"
import type { OpeningWeek } from "@haitech/contract/opening-hours"
import { Temporal } from "temporal-polyfill"
import type { ChatThreadRow } from "./table.ts"

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export interface OpeningTimes {
  readonly week: OpeningWeek
  /** As `YYYY-MM-DD`, from today on. */
  readonly closedDays: readonly string[]
}

/** The next opening in the IANA zone `timeZone`; null while open. Some day of the week is open. */
export function opensAt(now: Date, timeZone: string, { week, closedDays }: OpeningTimes): Date | null {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  for (let ahead = 0; ahead <= 7 * (closedDays.length + 1); ahead += 1) {
    const day = today.add({ days: ahead })
    const spans = closedDays.includes(day.toString()) ? [] : (week[day.dayOfWeek % 7] ?? [])
    const at = (plainTime: string) => new Date(day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds)
    const next = spans.find(({ to }) => now < at(to))
    if (next) return now < at(next.from) ? at(next.from) : null
  }
  return null
}

/** An open admin area reports its presence every 30 s; after two missed reports the administrator is absent. */
const PRESENCE_MS = 75_000
const REFRESH_MS = 20_000

export function presentSince(now: Date): Date {
  return new Date(now.getTime() - PRESENCE_MS)
}

/** A presence row is written again only when it is older than this. */
export function stalePresenceBefore(now: Date): Date {
  return new Date(now.getTime() - REFRESH_MS)
}

export function unreadEmailDueAt(now: Date): Date {
  return new Date(now.getTime() + UNREAD_MINUTES * MINUTE_MS)
}

/** Until then a member whose page is connected sees an answer, and no device needs to ring. */
const REPLY_PUSH_MS = 20_000

export function replyPushDueAt(answeredAt: Date): Date {
  return new Date(answeredAt.getTime() + REPLY_PUSH_MS)
}

export function replyPushExpiresAt(answeredAt: Date): Date {
  return new Date(answeredAt.getTime() + DAY_MS)
}

const QUARTER_MS = 15 * MINUTE_MS

/** When administrators get an email about waiting visitors: at the end of a quarter hour, at least 5 min ahead. */
export function waitingEmailDueAt(now: Date): Date {
  return new Date(Math.ceil(unreadEmailDueAt(now).getTime() / QUARTER_MS) * QUARTER_MS)
}

export function seenOrEmailedSequence({ seenSequence, mailedSequence }: ChatThreadRow): number {
  return Math.max(seenSequence, mailedSequence)
}

/** A blocked network address is refused for one day only: carriers then give it to other people. */
export function blockedSince(now: Date): Date {
  return new Date(now.getTime() - DAY_MS)
}

const LINK_DAYS = 30

/** The last day on which a link in an email works, in days since 1970: at least 30 whole days. */
export function lastDayOfLink(now: Date): number {
  return Math.floor(now.getTime() / DAY_MS) + LINK_DAYS
}

export function isLinkExpired(lastDay: number, now: Date): boolean {
  return (lastDay + 1) * DAY_MS <= now.getTime()
}

/** Splits a text into messages of at most `CHAT_LENGTH`, between paragraphs, lines or words where one ends near. */
export function splitIntoMessages(text: string): string[] {
  const messages: string[] = []
  let rest = text.trim()
  while (rest.length > CHAT_LENGTH) {
    const end = endOfMessage(rest)
    messages.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest ? [...messages, rest] : messages
}

function endOfMessage(text: string): number {
  const head = text.slice(0, CHAT_LENGTH + 1)
  const ends = ["\n\n", "\n", " "].map((separator) => head.lastIndexOf(separator))
  const splitsSurrogatePair = /[\ud800-\udbff]$/.test(text.slice(0, CHAT_LENGTH))
  return ends.find((end) => end >= CHAT_LENGTH / 2) ?? CHAT_LENGTH - (splitsSurrogatePair ? 1 : 0)
}
