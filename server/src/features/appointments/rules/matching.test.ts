import { APPOINTMENT_SUBJECTS, SESSION_TYPES } from "@haitech/contract/appointments"
import { LANGUAGES } from "@haitech/contract/languages"
import fc from "fast-check"
import { expect, test } from "vitest"
import { type Candidate, isIncomplete, rankMatches, type WantedSession } from "./matching.ts"

const NOW = new Date("2026-01-02T03:00:00Z")
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const SESSION: WantedSession = {
  language: "ht",
  subject: "coding",
  sessionType: "tutoring",
  startsAt: at(100),
  endsAt: at(101),
}
const HOUR = { id: "hour", startsAt: at(100), endsAt: at(101), sessionTypes: ["tutoring" as const] }

function candidate(userId: string, facts: Partial<Candidate> = {}): Candidate {
  return {
    userId,
    name: userId,
    languages: ["en", "ht"],
    subjects: ["coding"],
    screenedUntil: at(1000),
    isFree: true,
    isInReach: true,
    sessionsThatWeek: 0,
    weeklyLimit: null,
    offeredTypes: [],
    openHours: [],
    hasDeclined: false,
    ...facts,
  }
}

const ranked = (...candidates: Candidate[]) => rankMatches(SESSION, candidates)
const namesOf = (...candidates: Candidate[]) => ranked(...candidates).map((match) => match.candidate.name)

test("a tutor who fits has the reasons", () => {
  const [match] = ranked(candidate("bea", { weeklyLimit: 2, offeredTypes: ["tutoring"], openHours: [HOUR] }))
  expect(match?.reasons).toEqual(["language", "subject", "free", "below_limit", "session_type", "open_hour"])
  expect(ranked(candidate("bea"))[0]?.reasons).toEqual(["language", "subject", "free"])
})

test.each<[string, Partial<Candidate>]>([
  ["speaks other languages", { languages: ["en", "fr"] }],
  ["has not said any language", { languages: [] }],
  ["teaches other subjects", { subjects: ["career"] }],
  ["offers other session types", { offeredTypes: ["mentoring"] }],
  ["was never screened", { screenedUntil: null }],
  ["is screened to the end of the session only", { screenedUntil: at(101) }],
  ["is not free then", { isFree: false }],
  ["pauses, or needs more notice", { isInReach: false }],
])("a tutor who %s does not fit", (_why, facts) => {
  expect(namesOf(candidate("bea", facts))).toEqual([])
})

test("a tutor who is screened a millisecond longer than the session fits", () => {
  expect(namesOf(candidate("bea", { screenedUntil: new Date(at(101).getTime() + 1) }))).toEqual(["bea"])
})

test("the order is: not declined, open hour, session type, fewer sessions that week, name", () => {
  const all = [
    candidate("declined", { hasDeclined: true, openHours: [HOUR], offeredTypes: ["tutoring"] }),
    candidate("zoe"),
    candidate("ada"),
    candidate("busy", { sessionsThatWeek: 2 }),
    candidate("typed", { offeredTypes: ["tutoring"], sessionsThatWeek: 3 }),
    candidate("open", { openHours: [HOUR], offeredTypes: ["tutoring"], sessionsThatWeek: 1 }),
  ]
  expect(namesOf(...all)).toEqual(["open", "typed", "ada", "zoe", "busy", "declined"])
})

test("an open hour that is shorter, or for other types, is no plus", () => {
  const short = { ...HOUR, endsAt: at(100.5) }
  const other = { ...HOUR, sessionTypes: ["mentoring" as const] }
  for (const hour of [short, other])
    expect(ranked(candidate("bea", { openHours: [hour] }))[0]?.reasons).not.toContain("open_hour")
})

test("a tutor without languages or without subjects is incomplete", () => {
  expect([
    isIncomplete({ languages: [], subjects: ["coding"] }),
    isIncomplete({ languages: ["fr"], subjects: [] }),
    isIncomplete({ languages: ["fr"], subjects: ["coding"] }),
  ]).toEqual([true, true, false])
})

const someFacts = fc.record({
  name: fc.constantFrom("ada", "bea", "zoe"),
  languages: fc.subarray([...LANGUAGES]),
  subjects: fc.subarray([...APPOINTMENT_SUBJECTS]),
  screenedUntil: fc.constantFrom(null, at(100), at(102)),
  offeredTypes: fc.subarray([...SESSION_TYPES]),
  openHours: fc.constantFrom([], [HOUR]),
  hasDeclined: fc.boolean(),
  weeklyLimit: fc.constantFrom(null, 1, 2),
  isFree: fc.boolean(),
  isInReach: fc.boolean(),
  sessionsThatWeek: fc.nat(3),
})
const people = fc
  .array(someFacts, { maxLength: 12 })
  .map((all) => all.map((facts, index) => candidate(`tutor-${index}`, facts)))

test("the order does not depend on the order of the candidates", () => {
  fc.assert(
    fc.property(people, fc.infiniteStream(fc.nat()), (all, random) => {
      const shuffled = all
        .map((one) => ({ one, by: random.next().value }))
        .sort((a, b) => a.by - b.by)
        .map(({ one }) => one)
      expect(rankMatches(SESSION, shuffled)).toEqual(rankMatches(SESSION, all))
    }),
  )
})

test("everybody who is listed fits, is listed once, and has the four reasons that each match needs", () => {
  fc.assert(
    fc.property(people, (all) => {
      const matches = rankMatches(SESSION, all)
      expect(new Set(matches.map((match) => match.candidate.userId)).size).toBe(matches.length)
      for (const { candidate: tutor, reasons } of matches) {
        expect(tutor.languages).toContain("ht")
        expect(tutor.subjects).toContain("coding")
        expect(tutor.screenedUntil?.getTime()).toBeGreaterThan(SESSION.endsAt.getTime())
        expect(tutor).toMatchObject({ isFree: true, isInReach: true })
        expect(reasons.slice(0, 3)).toEqual(["language", "subject", "free"])
        expect(reasons.includes("below_limit")).toBe(tutor.weeklyLimit !== null)
      }
    }),
  )
})

test("nobody stands below somebody with a worse reason to be asked", () => {
  fc.assert(
    fc.property(people, (all) => {
      const matches = rankMatches(SESSION, all)
      const rank = ({ candidate: tutor, reasons }: (typeof matches)[number]) => [
        Number(tutor.hasDeclined),
        Number(!reasons.includes("open_hour")),
        Number(!reasons.includes("session_type")),
        tutor.sessionsThatWeek,
      ]
      const ranks = matches.map(rank)
      expect(ranks).toEqual(ranks.toSorted((a, b) => a.map((one, i) => one - (b[i] ?? 0)).find((d) => d !== 0) ?? 0))
    }),
  )
})
