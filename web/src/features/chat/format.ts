import { clockAt, formatDay, formatHour, formatWeekday } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { fill } from "#platform/i18n/fill.ts"
import type { ChatStatus } from "./api.ts"
import type { ChatTexts } from "./texts.ts"

/** What formatting needs to know of the user. Zones are IANA names. */
export interface ChatLocale {
  readonly texts: ChatTexts
  readonly language: Language
  readonly siteZone: string
  readonly ownZone: string
}

const KREYOL_MONTHS = ["jan", "fev", "mas", "avr", "me", "jen", "jiy", "out", "sep", "okt", "nov", "des"]

/** Spec §2: `MMM d, h:mm a` in the user's language and zone: "Nov 21, 3:05 PM", "21 nov., 15:05". */
export function formatTime({ language, ownZone: timeZone }: ChatLocale, at: string): string {
  if (language === "ht") {
    const [, month = "1", day = "1"] = clockAt(at, timeZone).date.split("-")
    return `${Number(day)} ${KREYOL_MONTHS[Number(month) - 1]}, ${formatHour(language, at, timeZone)}`
  }
  const parts = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZone } as const
  // Our fonts lack the narrow space before AM and PM.
  return new Intl.DateTimeFormat(language, parts).format(new Date(at)).replaceAll("\u202f", "\u00a0")
}

/** The heading of a message's day. */
export function formatMessageDay({ texts, language, ownZone }: ChatLocale, at: string, now: number): string {
  const dateAt = (instant: string) => clockAt(instant, ownZone).date
  const day = dateAt(at)
  if (day === dateAt(new Date(now).toISOString())) return texts["chat.today"]
  if (day === dateAt(new Date(now - DAY_MS).toISOString())) return texts["chat.yesterday"]
  return formatDay(language, at, ownZone)
}

const DAY_MS = 86_400_000

/** Says whether the team is present and when it answers: in the site's zone, and in the user's where it differs. */
export function formatChatStatus(locale: ChatLocale, { isStaffHere, opensAt }: ChatStatus, now: number): string {
  const { texts, language, siteZone, ownZone } = locale
  if (isStaffHere) return texts["chat.here"]
  if (!opensAt) return texts["chat.at_work"]
  const [siteClock, ownClock] = [clockAt(opensAt, siteZone), clockAt(opensAt, ownZone)]
  const hour = (zone: string) => formatHour(language, opensAt, zone)
  const ownDay = ownClock.date === siteClock.date ? "" : `${formatWeekday(language, ownClock.date)}, `
  const isSame = ownClock.date === siteClock.date && ownClock.time === siteClock.time
  const time = isSame
    ? hour(siteZone)
    : fill(texts["chat.yours"], { time: hour(siteZone), yours: ownDay + hour(ownZone) })
  const today = clockAt(new Date(now).toISOString(), siteZone).date
  if (siteClock.date === today) return fill(texts["chat.back_today"], { time })
  return daysBetween(today, siteClock.date) < WEEK_DAYS
    ? fill(texts["chat.back"], { day: formatWeekday(language, siteClock.date), time })
    : fill(texts["chat.back_date"], { day: formatDay(language, opensAt, siteZone), time })
}

const WEEK_DAYS = 7

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/** Whether to suggest an email address: the team is away and has no address to answer to. */
export function needsEmailHint({ isStaffHere, opensAt, email }: ChatStatus, enteredEmail: string): boolean {
  return !isStaffHere && opensAt !== null && !email && !enteredEmail.trim()
}

/** A part of a message: plain text or a link. */
export interface Piece {
  readonly text: string
  readonly href?: string
}

/** Splits a text at its `https` addresses; punctuation at the end of an address is not part of it. */
export function splitLinks(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: match, index } of text.matchAll(/https:\/\/[^\s<>"']+/g)) {
    const address = match.replace(/[.,;:!?)\]]+$/, "")
    if (!URL.canParse(address)) continue
    if (index > from) pieces.push({ text: text.slice(from, index) })
    pieces.push({ text: address, href: new URL(address).href })
    from = index + address.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}
