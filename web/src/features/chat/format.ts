import { clockAt, formatDay, formatHour } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import type { ChatTexts } from "#platform/chat-texts.ts"
import { fill } from "#platform/i18n.ts"
import type { ChatStatus } from "./api.ts"

/** Whose words, in which language, and by whose clocks. Zones are IANA's. */
export interface Reader {
  readonly texts: ChatTexts
  readonly language: Language
  readonly siteZone: string
  readonly ownZone: string
}

const KREYOL_MONTHS = ["jan", "fev", "mas", "avr", "me", "jen", "jiy", "out", "sep", "okt", "nov", "des"]
const KREYOL_DAYS = ["dimanch", "lendi", "madi", "mèkredi", "jedi", "vandredi", "samdi"]

/** §2: `MMM d, h:mm a`, as each language writes it, on the reader's clock: "Nov 21, 3:05 PM", "21 nov., 15:05". */
export function formatTime({ language, ownZone: timeZone }: Reader, at: string): string {
  if (language === "ht") {
    const [, month = "1", day = "1"] = clockAt(at, timeZone).date.split("-")
    return `${Number(day)} ${KREYOL_MONTHS[Number(month) - 1]}, ${formatHour(language, at, timeZone)}`
  }
  const parts = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZone } as const
  // The narrow space before AM and PM is missing in our faces.
  return new Intl.DateTimeFormat(language, parts).format(new Date(at)).replaceAll("\u202f", "\u00a0")
}

/** The day a message stands under. */
export function dayOf({ texts, language, ownZone }: Reader, at: string, now: number): string {
  const dayAt = (instant: string) => clockAt(instant, ownZone).date
  const day = dayAt(at)
  if (day === dayAt(new Date(now).toISOString())) return texts["chat.today"]
  if (day === dayAt(new Date(now - DAY_MS).toISOString())) return texts["chat.yesterday"]
  return formatDay(language, at, ownZone)
}

const DAY_MS = 86_400_000

/** Who answers, and when: on the office's clock, and on the reader's own where that shows something else. */
export function formatChatStatus(reader: Reader, { isStaffHere, opensAt }: ChatStatus, now: number): string {
  const { texts } = reader
  if (isStaffHere) return texts["chat.here"]
  if (!opensAt) return texts["chat.at_work"]
  const { siteZone, ownZone } = reader
  const [admin, own] = [clockAt(opensAt, siteZone), clockAt(opensAt, ownZone)]
  const hour = (zone: string) => formatHour(reader.language, opensAt, zone)
  const ownDay = own.date === admin.date ? "" : `${weekday(reader, opensAt, ownZone)}, `
  const isSame = own.date === admin.date && own.time === admin.time
  const time = isSame
    ? hour(siteZone)
    : fill(texts["chat.yours"], { time: hour(siteZone), yours: ownDay + hour(ownZone) })
  const isToday = admin.date === clockAt(new Date(now).toISOString(), siteZone).date
  return isToday
    ? fill(texts["chat.back_today"], { time })
    : fill(texts["chat.back"], { day: weekday(reader, opensAt, siteZone), time })
}

/** Nobody answers now, and there is no address that an answer could go to. */
export function isMailHinted({ isStaffHere, opensAt, email }: ChatStatus, typed: string): boolean {
  return !isStaffHere && opensAt !== null && !email && !typed.trim()
}

function weekday({ language }: Reader, at: string, timeZone: string): string {
  if (language !== "ht") return new Intl.DateTimeFormat(language, { weekday: "long", timeZone }).format(new Date(at))
  return KREYOL_DAYS[new Date(`${clockAt(at, timeZone).date}T12:00:00Z`).getUTCDay()] ?? ""
}

/** A piece of what somebody wrote: words, or the address of a page. */
export interface Piece {
  readonly text: string
  readonly href?: string
}

/** Splits what was written at addresses that can be opened safely; what ends a sentence is not part of one. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(/https:\/\/[^\s<>"']+/g)) {
    const address = found.replace(/[.,;:!?)\]]+$/, "")
    if (!URL.canParse(address)) continue
    if (index > from) pieces.push({ text: text.slice(from, index) })
    pieces.push({ text: address, href: new URL(address).href })
    from = index + address.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}
