import { expect, test } from "vitest"
import { isLinkExpired, lastDayOfLink, opensAt, splitIntoMessages } from "./rules.ts"

const ZONE = "America/New_York"
const at = (instant: string) => new Date(instant)
const DAY_MS = 24 * 60 * 60_000

test.each([
  ["on a weekday before nine", "2026-01-02T13:59:59.999Z", "2026-01-02T14:00:00.000Z"],
  ["on a weekday at nine", "2026-01-02T14:00:00.000Z", null],
  ["on a weekday at the last moment before six", "2026-01-02T22:59:59.999Z", null],
  ["on a Thursday at six", "2026-01-01T23:00:00.000Z", "2026-01-02T14:00:00.000Z"],
  ["on a Friday at six", "2026-01-02T23:00:00.000Z", "2026-01-03T15:00:00.000Z"],
  ["on a Friday night, when it is Saturday in London", "2026-01-03T04:59:00.000Z", "2026-01-03T15:00:00.000Z"],
  ["on a Saturday before ten", "2026-01-03T14:59:59.999Z", "2026-01-03T15:00:00.000Z"],
  ["on a Saturday at ten", "2026-01-03T15:00:00.000Z", null],
  ["on a Saturday at the last moment before four", "2026-01-03T20:59:59.999Z", null],
  ["on a Saturday at four", "2026-01-03T21:00:00.000Z", "2026-01-05T14:00:00.000Z"],
  ["on a Sunday", "2026-01-04T17:00:00.000Z", "2026-01-05T14:00:00.000Z"],
  ["on a Sunday night, when it is Monday in London", "2026-01-05T04:59:59.999Z", "2026-01-05T14:00:00.000Z"],
  ["over the Sunday on which summer time begins", "2026-03-07T21:00:00.000Z", "2026-03-09T13:00:00.000Z"],
  ["over the Sunday on which it ends", "2026-10-31T20:00:00.000Z", "2026-11-02T14:00:00.000Z"],
  ["in an hour that comes twice", "2026-11-01T06:30:00.000Z", "2026-11-02T14:00:00.000Z"],
])("%s the office is open, or opens next when it should", (_, now, opening) => {
  expect(opensAt(at(now), ZONE)?.toISOString() ?? null).toBe(opening)
})

test("clocks that are put forward in the night before an open day count", () => {
  expect(opensAt(at("2026-04-23T16:00:00Z"), "Africa/Cairo")).toEqual(at("2026-04-24T06:00:00Z"))
})

test("throughout a year the office is open at the next opening, and not a moment before, at most two days ahead", () => {
  for (let now = Date.UTC(2026, 0, 1); now < Date.UTC(2027, 0, 1); now += 11 * 60 * 60_000) {
    const opening = opensAt(new Date(now), ZONE)
    if (!opening) continue
    expect([opening.getTime() > now, opening.getTime() - now < 2 * DAY_MS]).toEqual([true, true])
    expect([opensAt(opening, ZONE), opensAt(new Date(opening.getTime() - 1), ZONE)]).toEqual([null, opening])
  }
})

test.each(["2026-01-02T00:00:00Z", "2026-01-02T23:59:59Z"])(
  "a link of %s works for thirty days, and then no day more",
  (sent) => {
    const last = lastDayOfLink(at(sent))
    expect(isLinkExpired(last, new Date(at(sent).getTime() + 30 * DAY_MS))).toBe(false)
    expect([
      isLinkExpired(last, at("2026-02-01T23:59:59.999Z")),
      isLinkExpired(last, at("2026-02-02T00:00:00Z")),
    ]).toEqual([false, true])
  },
)

test.each<[string, string, string[]]>([
  ["nothing", " \n", []],
  ["as much as a message holds", "x".repeat(2000), ["x".repeat(2000)]],
  ["one sign more", "x".repeat(2001), ["x".repeat(2000), "x"]],
  ["paragraphs", `${"x".repeat(1500)}\n\n${"y ".repeat(400)}`, ["x".repeat(1500), "y ".repeat(400).trim()]],
  ["lines", `${"x".repeat(1500)}\n${"y ".repeat(400)}`, ["x".repeat(1500), "y ".repeat(400).trim()]],
  ["words", "four ".repeat(500), ["four ".repeat(400).trim(), "four ".repeat(100).trim()]],
  ["a first word alone", `x ${"y".repeat(2000)}`, [`x ${"y".repeat(1998)}`, "yy"]],
  ["a sign of two halves", `${"x".repeat(1999)}😀`, ["x".repeat(1999), "😀"]],
])("what is too long for a message becomes several: %s", (_what, words, messages) => {
  expect(splitIntoMessages(words)).toEqual(messages)
})
