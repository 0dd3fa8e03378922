import { OPENING_HOURS } from "@haitech/contract/opening-hours"
import { expect, test } from "vitest"
import {
  blockedSince,
  isLinkExpired,
  lastDayOfLink,
  type OpeningTimes,
  opensAt,
  presentSince,
  splitIntoMessages,
  stalePresenceBefore,
  unreadEmailDueAt,
  waitingEmailDueAt,
} from "./rules.ts"

const ZONE = "America/New_York"
const date = (instant: string) => new Date(instant)
const DAY_MS = 24 * 60 * 60_000
const SPEC = { week: OPENING_HOURS, closedDays: [] }
const openingAfter = (now: string, times: OpeningTimes = SPEC) => opensAt(date(now), ZONE, times)?.toISOString() ?? null

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
  ["over the Sunday on which summer time ends", "2026-10-31T20:00:00.000Z", "2026-11-02T14:00:00.000Z"],
  ["in the repeated hour when summer time ends", "2026-11-01T06:30:00.000Z", "2026-11-02T14:00:00.000Z"],
])("%s, opensAt returns the next opening, or null during opening hours", (_, now, opening) => {
  expect(openingAfter(now)).toBe(opening)
})

test("opensAt respects a clock change in the night before an open day", () => {
  expect(opensAt(date("2026-04-23T16:00:00Z"), "Africa/Cairo", SPEC)).toEqual(date("2026-04-24T06:00:00Z"))
})

test("throughout a year, the next opening is at most two days ahead and exact to the millisecond", () => {
  for (let now = Date.UTC(2026, 0, 1); now < Date.UTC(2027, 0, 1); now += 11 * 60 * 60_000) {
    const opening = opensAt(new Date(now), ZONE, SPEC)
    if (!opening) continue
    expect([opening.getTime() > now, opening.getTime() - now < 2 * DAY_MS]).toEqual([true, true])
    expect([opening, new Date(opening.getTime() - 1)].map((at) => opensAt(at, ZONE, SPEC))).toEqual([null, opening])
  }
})

test.each([
  ["before the second span of the day", "2026-01-05T17:30:00Z", "2026-01-05T18:00:00.000Z"],
  ["at the end of the first span", "2026-01-05T17:00:00Z", "2026-01-05T18:00:00.000Z"],
  ["in the second span", "2026-01-05T18:00:00Z", null],
  ["at the end of the last span", "2026-01-05T20:00:00Z", "2026-01-12T15:00:00.000Z"],
])("with two spans on Monday only, %s", (_, now, opening) => {
  const monday = [
    { from: "10:00", to: "12:00" },
    { from: "13:00", to: "15:00" },
  ]
  expect(openingAfter(now, { week: [[], monday, [], [], [], [], []], closedDays: [] })).toBe(opening)
})

test("closed days are skipped, also today and for weeks", () => {
  const closedDays = Array.from({ length: 40 }, (_, day) =>
    new Date(Date.UTC(2026, 0, 2 + day)).toISOString().slice(0, 10),
  )
  const saturday = [[], [], [], [], [], [], [{ from: "10:00", to: "16:00" }]]
  expect([
    openingAfter("2026-01-02T16:00:00Z", { week: OPENING_HOURS, closedDays: ["2026-01-02", "2026-01-03"] }),
    openingAfter("2026-01-02T16:00:00Z", { week: OPENING_HOURS, closedDays }),
    openingAfter("2026-01-02T16:00:00Z", { week: saturday, closedDays }),
    openingAfter("2026-01-03T16:00:00Z", { week: saturday, closedDays: ["2026-01-03"] }),
    openingAfter("2026-01-03T21:00:00Z", { week: saturday, closedDays: ["2026-01-10"] }),
  ]).toEqual([
    "2026-01-05T14:00:00.000Z",
    "2026-02-11T14:00:00.000Z",
    "2026-02-14T15:00:00.000Z",
    "2026-01-10T15:00:00.000Z",
    "2026-01-17T15:00:00.000Z",
  ])
})

test("hours that begin while the clock skips an hour begin after it", () => {
  const night = Array.from({ length: 7 }, () => [{ from: "02:30", to: "04:00" }])
  const at = (now: string) => openingAfter(now, { week: night, closedDays: [] })
  expect(["2026-03-08T06:00:00Z", "2026-03-08T07:29:00Z", "2026-03-08T07:30:00Z"].map(at)).toEqual([
    "2026-03-08T07:30:00.000Z",
    "2026-03-08T07:30:00.000Z",
    null,
  ])
})

test.each(["2026-01-02T00:00:00Z", "2026-01-02T23:59:59Z"])(
  "a link sent at %s works for thirty days and no longer",
  (sentAt) => {
    const lastDay = lastDayOfLink(date(sentAt))
    expect(isLinkExpired(lastDay, new Date(date(sentAt).getTime() + 30 * DAY_MS))).toBe(false)
    expect([
      isLinkExpired(lastDay, date("2026-02-01T23:59:59.999Z")),
      isLinkExpired(lastDay, date("2026-02-02T00:00:00Z")),
    ]).toEqual([false, true])
  },
)

test.each<[string, string, string[]]>([
  ["an empty text", " \n", []],
  ["a text of the maximum length", "x".repeat(2000), ["x".repeat(2000)]],
  ["words of the maximum length", `${"four ".repeat(399)}fives`, [`${"four ".repeat(399)}fives`]],
  ["at a space in the middle", `${"x".repeat(1000)} ${"y".repeat(1500)}`, ["x".repeat(1000), "y".repeat(1500)]],
  [
    "no word that ends before the middle",
    `${"x".repeat(999)} ${"y".repeat(1500)}`,
    [`${"x".repeat(999)} ${"y".repeat(1000)}`, "y".repeat(500)],
  ],
  ["one character more than the maximum", "x".repeat(2001), ["x".repeat(2000), "x"]],
  ["paragraphs", `${"x".repeat(1500)}\n\n${"y ".repeat(400)}`, ["x".repeat(1500), "y ".repeat(400).trim()]],
  ["lines", `${"x".repeat(1500)}\n${"y ".repeat(400)}`, ["x".repeat(1500), "y ".repeat(400).trim()]],
  ["words", "four ".repeat(500), ["four ".repeat(400).trim(), "four ".repeat(100).trim()]],
  ["a long word after a short one", `x ${"y".repeat(2000)}`, [`x ${"y".repeat(1998)}`, "yy"]],
  ["a surrogate pair at the limit", `${"x".repeat(1999)}😀`, ["x".repeat(1999), "😀"]],
])("splitIntoMessages splits %s", (_what, text, messages) => {
  expect(splitIntoMessages(text)).toEqual(messages)
})

test.each([
  ["presence ends after 75 seconds", presentSince, "2026-01-02T11:58:45.000Z"],
  ["presence is written again after 20 seconds", stalePresenceBefore, "2026-01-02T11:59:40.000Z"],
  ["an unread answer is emailed after five minutes", unreadEmailDueAt, "2026-01-02T12:05:00.000Z"],
  ["a network address is blocked for a day", blockedSince, "2026-01-01T12:00:00.000Z"],
])("%s", (_what, rule, instant) => {
  expect(rule(date("2026-01-02T12:00:00.000Z"))).toEqual(date(instant))
})

test.each([
  ["2026-01-02T12:00:00.000Z", "2026-01-02T12:15:00.000Z"],
  ["2026-01-02T12:10:00.000Z", "2026-01-02T12:15:00.000Z"],
  ["2026-01-02T12:10:00.001Z", "2026-01-02T12:30:00.000Z"],
])("a visitor who waits since %s is reported at %s", (now, due) => {
  expect(waitingEmailDueAt(date(now))).toEqual(date(due))
})
