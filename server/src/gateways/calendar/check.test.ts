import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type GoogleCalendarDouble, startGoogleCalendar } from "#testing-google-calendar.ts"
import { checkCalendar } from "./check.ts"

let google: GoogleCalendarDouble
let folder: string
beforeEach(async () => {
  google = await startGoogleCalendar()
  folder = mkdtempSync(join(tmpdir(), "haitech-calendar-"))
})
afterEach(async () => {
  await google.close()
  rmSync(folder, { recursive: true })
})

function check(more: object = {}, serviceAccount: object = google.account.serviceAccount) {
  const keyFile = join(folder, "key.json")
  writeFileSync(keyFile, JSON.stringify(serviceAccount))
  return checkCalendar({ ...google.account, keyFile, ...more })
}

test("the calendar is shared with our account, for writing or for reading only", async () => {
  expect(await check()).toEqual([{ code: "calendar_ready", values: {} }])
  google.shareFor("reader")
  expect(await check()).toEqual([{ code: "calendar_read_only", values: {} }])
  expect(google.calls.some((call) => /PUT|DELETE|POST \/calendars/.test(call))).toBe(false)
})

test("another calendar, a missing key file and a failure are told apart", async () => {
  const codes = async (...args: Parameters<typeof check>) => (await check(...args))[0]
  expect(await codes({ calendarId: "other@group.calendar.google.com" })).toEqual({
    code: "calendar_refused",
    values: { reason: "404" },
  })
  expect(await codes({ keyFile: join(folder, "missing.json") })).toEqual({
    code: "calendar_refused",
    values: { reason: "GOOGLE_CALENDAR_KEY_FILE" },
  })
  expect((await codes({ apiBase: "http://127.0.0.1:1" }))?.code).toBe("calendar_silent")
  expect(await checkCalendar(undefined)).toEqual([{ code: "calendar_off", values: {} }])
})
