import { afterEach, beforeEach, expect, test } from "vitest"
import { PermanentFailure } from "#platform/jobs/permanent-failure.ts"
import { type GoogleCalendarDouble, startGoogleCalendar } from "#testing-google-calendar.ts"
import { googleCalendar } from "./google.ts"

let google: GoogleCalendarDouble
let calendar: ReturnType<typeof googleCalendar>
beforeEach(async () => {
  google = await startGoogleCalendar()
  calendar = googleCalendar(google.account)
})
afterEach(() => google.close())

const ID = "01a20629-e548-708c-8c29-247b7924bf78"
const OTHER_ID = "01a20629-e548-708c-8c29-247b7924bf79"
const EVENT_ID = "01a20629e548708c8c29247b7924bf78"
const EVENT = {
  id: ID,
  title: "Tutoring: coding",
  description: "Ada, 60 minutes",
  location: "https://meet.example.org/1",
  startsAt: new Date("2027-03-13T15:00:00Z"),
  endsAt: new Date("2027-03-13T16:00:00Z"),
}
const MOVED = { ...EVENT, startsAt: new Date("2027-03-14T14:00:00Z"), endsAt: new Date("2027-03-14T15:00:00Z") }
const writes = () => google.calls.filter((call) => !call.includes("/token"))

test("an event is created once, replaced, and keeps its id", async () => {
  expect(await calendar.putEvent(EVENT)).toBe(EVENT_ID)
  expect(await calendar.putEvent(MOVED)).toBe(EVENT_ID)
  expect(google.events()).toMatchObject([
    {
      id: EVENT_ID,
      summary: EVENT.title,
      description: EVENT.description,
      location: EVENT.location,
      start: { dateTime: "2027-03-14T14:00:00.000Z" },
      end: { dateTime: "2027-03-14T15:00:00.000Z" },
    },
  ])
})

test("two processes that create the same event at once make one", async () => {
  await Promise.all([calendar.putEvent(EVENT), googleCalendar(google.account).putEvent(EVENT)])
  expect(google.events()).toHaveLength(1)
})

test("an attempt after a lost response changes nothing", async () => {
  google.failNext(/^POST .*events$/, 503)
  await expect(calendar.putEvent(EVENT)).rejects.not.toBeInstanceOf(PermanentFailure)
  await calendar.putEvent(EVENT)
  expect(google.events()).toHaveLength(1)
})

test("a deleted event is gone, is deleted twice without an error, and comes back when it is written again", async () => {
  await calendar.putEvent(EVENT)
  await calendar.deleteEvent(ID)
  await calendar.deleteEvent(ID)
  await calendar.deleteEvent(OTHER_ID)
  expect(google.events()).toEqual([])
  await calendar.putEvent(EVENT)
  expect(google.events()).toHaveLength(1)
})

test("one token serves many calls, and a refused one is replaced", async () => {
  await Promise.all([calendar.putEvent(EVENT), calendar.deleteEvent(OTHER_ID)])
  await calendar.putEvent(MOVED)
  const requested = () => google.calls.filter((call) => call === "POST /token").length
  expect(requested()).toBe(1)
  google.revokeTokens()
  await calendar.putEvent(EVENT)
  expect(requested()).toBe(2)
})

test("a token request that failed is made again at the next call", async () => {
  google.failNext(/token/, 500)
  await expect(calendar.putEvent(EVENT)).rejects.toThrow("answered 500")
  await calendar.putEvent(EVENT)
  expect(google.events()).toHaveLength(1)
})

test.each([
  ["a limit of the rate", 403, "rateLimitExceeded", false],
  ["a limit of the user's rate", 403, "userRateLimitExceeded", false],
  ["too many requests", 429, "rateLimitExceeded", false],
  ["an error of Google", 500, "backendError", false],
  ["a calendar that is not shared", 403, "forbidden", true],
  ["an invalid event", 400, "invalid", true],
])("%s (%i %s) is permanent: %s", async (_case, status, reason, isPermanent) => {
  google.failNext(/events/, status, reason)
  const error = await calendar.putEvent(EVENT).catch((thrown: unknown) => thrown)
  expect([error instanceof PermanentFailure, writes().length]).toEqual([isPermanent, 1])
  expect(String(error)).not.toContain(EVENT.description)
})

test("what was moved or deleted in the calendar is read once, page by page", async () => {
  const ids = [ID, OTHER_ID, "01a20629-e548-708c-8c29-247b7924bf7a"]
  for (const id of ids) await calendar.putEvent({ ...EVENT, id })
  const first = await calendar.readChanges(null)
  expect([first.changes.map(({ id }) => id), first.isComplete]).toEqual([ids, true])
  expect((await calendar.readChanges(first.syncToken)).changes).toEqual([])
  google.move(EVENT_ID, "2027-03-20T15:00:00+01:00", "2027-03-20T16:00:00+01:00")
  google.remove("01a20629e548708c8c29247b7924bf79")
  const second = await calendar.readChanges(first.syncToken)
  expect(second).toMatchObject({
    changes: [
      { id: ID, startsAt: new Date("2027-03-20T14:00:00Z"), endsAt: new Date("2027-03-20T15:00:00Z") },
      { id: OTHER_ID, startsAt: null, endsAt: null },
    ],
    isComplete: false,
  })
})

test("after a sync token that the calendar forgot, everything is read again", async () => {
  await calendar.putEvent(EVENT)
  const { syncToken } = await calendar.readChanges(null)
  google.forgetSyncTokens()
  expect(await calendar.readChanges(syncToken)).toMatchObject({ changes: [{ id: ID }], isComplete: true })
})
