import ICAL from "ical.js"
import { expect, test } from "vitest"
import type { CalendarEvent } from "#platform/calendar.ts"
import { createCalendar } from "./calendar.ts"

const calendar = createCalendar({ name: 'HaiTech "Cares", Inc.; 50% :)', address: "hello@haitech.test" })
const EVENT: CalendarEvent = {
  id: "1@haitech.test",
  revision: 3,
  stamp: new Date("2027-01-01T00:00:00Z"),
  startsAt: new Date("2027-03-14T07:30:00Z"),
  endsAt: new Date("2027-03-14T09:00:00Z"),
  summary: "Tutoring",
  description: "Loops",
  location: "https://meet.haitech.test/0123456789abcdef0123",
  url: "https://haitech.test/ht/session#session=1.0123456789abcdef",
  attendee: "ada@example.org",
  isCancelled: false,
}

async function read(more: Partial<CalendarEvent> = {}) {
  const { bytes, ...file } = await calendar.render({ ...EVENT, ...more })
  const source = Buffer.from(bytes).toString()
  const component = new ICAL.Component(ICAL.parse(source))
  const event = component.getFirstSubcomponent("vevent")
  if (!event) throw new Error("no event")
  const textOf = (name: string) => event.getFirstPropertyValue(name)?.toString()
  return { ...file, source, component, event, textOf }
}

test("a file adds the event with its revision, its time in UTC and an alarm an hour before", async () => {
  const { name, type, component, event, textOf } = await read()
  expect([name, type]).toEqual(["session.ics", "text/calendar; charset=utf-8; method=REQUEST"])
  expect(["version", "method"].map((key) => component.getFirstPropertyValue(key))).toEqual(["2.0", "REQUEST"])
  expect(["uid", "sequence", "status", "dtstart", "dtend", "dtstamp"].map(textOf)).toEqual([
    EVENT.id,
    "3",
    "CONFIRMED",
    "2027-03-14T07:30:00Z",
    "2027-03-14T09:00:00Z",
    "2027-01-01T00:00:00Z",
  ])
  expect(["location", "url", "summary", "description"].map(textOf)).toEqual([
    EVENT.location,
    EVENT.url,
    "Tutoring",
    "Loops",
  ])
  const alarm = event.getFirstSubcomponent("valarm")
  expect([alarm?.getFirstPropertyValue("action"), alarm?.getFirstPropertyValue("trigger")?.toString()]).toEqual([
    "DISPLAY",
    "-PT1H",
  ])
})

test("the sender is the organizer, and the only attendee need not answer", async () => {
  const { event } = await read()
  const [organizer, attendee] = ["organizer", "attendee"].map((name) => event.getFirstProperty(name))
  expect([organizer?.getFirstValue(), organizer?.getParameter("cn")]).toEqual([
    "mailto:hello@haitech.test",
    'HaiTech "Cares", Inc.; 50% :)',
  ])
  expect([attendee?.getFirstValue(), attendee?.getParameter("partstat"), attendee?.getParameter("rsvp")]).toEqual([
    "MAILTO:ada@example.org",
    "ACCEPTED",
    "FALSE",
  ])
})

test("a cancelled event has no alarm", async () => {
  const { type, component, event, textOf } = await read({ isCancelled: true, location: null })
  expect([type, component.getFirstPropertyValue("method"), textOf("status")]).toEqual([
    "text/calendar; charset=utf-8; method=CANCEL",
    "CANCEL",
    "CANCELLED",
  ])
  expect([event.getFirstSubcomponent("valarm"), event.getFirstProperty("location")]).toEqual([null, null])
})

test.each([
  ["commas, semicolons and backslashes", "Ada, Pierre; \\n C:\\new"],
  ["another property", "Ada\r\nATTENDEE:mailto:eve@evil.test\nEND:VEVENT"],
  ["emoji at each place of a fold", `${"x".repeat(61)}😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀`],
  ["accents", "é".repeat(200)],
  ["quotes", 'Ada "Ti" Pierre^n'],
  ["control characters", "Ada\0\u0007\u001bPierre\u0085\t."],
])("a text with %s stays one value in lines of at most 75 octets", async (_what, text) => {
  const { source, event, textOf } = await read({ summary: text, description: text })
  const shown = text.replaceAll("\r\n", " \n").replaceAll(/[^\P{Cc}\n]/gu, " ")
  expect([textOf("summary"), textOf("description")]).toEqual([shown.replaceAll("\n", " "), shown])
  expect([event.getAllProperties("attendee").length, event.getAllProperties("summary").length]).toEqual([1, 1])
  expect(source.endsWith("END:VCALENDAR\r\n")).toBe(true)
  expect(source.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
  expect(Math.max(...source.split("\r\n").map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
})
