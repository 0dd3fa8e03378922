import { LANGUAGES, type Language } from "@haitech/contract/languages"
import { expect, test } from "vitest"
import { pick, translator } from "#platform/i18n/texts.ts"
import {
  type ChatLocale,
  formatChatStatus,
  formatMessageDay,
  formatTime,
  needsEmailHint,
  splitLinks,
} from "./format.ts"
import { CHAT_TEXTS } from "./texts.ts"

const SITE_ZONE = "America/New_York"
/** Monday, nine o'clock in `SITE_ZONE`. */
const MONDAY = "2026-11-23T14:00:00Z"
const SATURDAY = Date.parse("2026-11-21T23:00:00Z")

const locale = (language: Language, ownZone = SITE_ZONE): ChatLocale => ({
  texts: pick(translator(language, "HaiTech"), CHAT_TEXTS),
  language,
  siteZone: SITE_ZONE,
  ownZone,
})
const chatStatus = (isStaffHere: boolean, opensAt: string | null) => ({
  isStaffHere,
  opensAt,
  userId: null,
  threadId: null,
  name: null,
  email: null,
})
const plain = (text: string) => text.replaceAll("\u00a0", " ")

test("spec §2: formatTime follows the language and the user's zone", () => {
  const at = "2026-11-21T20:05:00Z"
  expect(LANGUAGES.map((language) => plain(formatTime(locale(language), at)))).toEqual([
    "Nov 21, 3:05 PM",
    "21 nov., 15:05",
    "21 nov, 15:05",
    "21 nov, 15:05",
  ])
  expect(plain(formatTime(locale("en", "Asia/Tokyo"), at))).toBe("Nov 22, 5:05 AM")
})

test("formatMessageDay names today and yesterday and dates older days", () => {
  const now = Date.parse("2026-11-21T20:00:00Z")
  const days = ["2026-11-21T06:00:00Z", "2026-11-20T06:00:00Z", "2026-11-18T12:00:00Z"]
  expect(days.map((day) => formatMessageDay(locale("en"), day, now))).toEqual([
    "Today",
    "Yesterday",
    "November 18, 2026",
  ])
  expect(days.map((day) => formatMessageDay(locale("ht"), day, now))).toEqual(["Jodi a", "Yè", "18 novanm 2026"])
})

test("formatChatStatus says when the team answers, in four languages and two zones", () => {
  expect(formatChatStatus(locale("en"), chatStatus(true, null), SATURDAY)).toBe("Somebody from the team is here.")
  expect(formatChatStatus(locale("en"), chatStatus(true, MONDAY), SATURDAY)).toBe("Somebody from the team is here.")
  expect(formatChatStatus(locale("en"), chatStatus(false, null), SATURDAY)).toBe(
    "The team is at work and answers as soon as it can.",
  )
  const back = (language: Language, zone?: string, now = SATURDAY) =>
    plain(formatChatStatus(locale(language, zone), chatStatus(false, MONDAY), now))
  expect(LANGUAGES.map((language) => back(language))).toEqual([
    "Back on Monday at 9:00 AM.",
    "De retour lundi à 09:00.",
    "N ap tounen lendi a 09:00.",
    "Volvemos el lunes a las 9:00.",
  ])
  expect(back("en", "Europe/Paris")).toBe("Back on Monday at 9:00 AM (3:00 PM your time).")
  expect(back("ht", "Australia/Sydney")).toBe("N ap tounen lendi a 09:00 (madi, 01:00 lakay ou).")
  expect(back("en", SITE_ZONE, Date.parse("2026-11-23T10:00:00Z"))).toBe("Back today at 9:00 AM.")
  expect(back("en", SITE_ZONE, Date.parse("2026-11-17T23:00:00Z"))).toBe("Back on Monday at 9:00 AM.")
})

test("formatChatStatus names the date of an opening that is a week or more ahead", () => {
  const back = (language: Language, zone?: string) =>
    plain(formatChatStatus(locale(language, zone), chatStatus(false, MONDAY), Date.parse("2026-11-16T23:00:00Z")))
  expect(LANGUAGES.map((language) => back(language))).toEqual([
    "Back on November 23, 2026 at 9:00 AM.",
    "De retour le 23 novembre 2026 à 09:00.",
    "N ap tounen le 23 novanm 2026 a 09:00.",
    "Volvemos el 23 de noviembre de 2026 a las 9:00.",
  ])
  expect(back("en", "Australia/Sydney")).toBe("Back on November 23, 2026 at 9:00 AM (Tuesday, 1:00 AM your time).")
})

test("the email hint appears only while the team is away and no address is known", () => {
  const away = chatStatus(false, MONDAY)
  const hints = [
    needsEmailHint(away, " "),
    needsEmailHint(away, "ada@example.org"),
    needsEmailHint({ ...away, email: "ada@example.org" }, ""),
    needsEmailHint(chatStatus(true, MONDAY), ""),
    needsEmailHint(chatStatus(false, null), ""),
  ]
  expect(hints).toEqual([true, false, false, false, false])
})

test("splitLinks links https addresses without trailing punctuation, and nothing else", () => {
  expect(splitLinks("See https://haitech.example/a?b=1&c=2, or (https://haitech.example/d).")).toEqual([
    { text: "See " },
    { text: "https://haitech.example/a?b=1&c=2", href: "https://haitech.example/a?b=1&c=2" },
    { text: ", or (" },
    { text: "https://haitech.example/d", href: "https://haitech.example/d" },
    { text: ")." },
  ])
  for (const text of ["javascript:alert(1)", "http://plain.example", "https://", "https://:", "data:text/html,x"]) {
    expect(splitLinks(text)).toEqual([{ text }])
  }
  expect(splitLinks("")).toEqual([])
})
