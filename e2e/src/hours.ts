import { clockAt } from "@haitech/contract/clock"
import { type APIRequestContext, expect, type Page } from "@playwright/test"
import type { Sql } from "./db.ts"

const SITE_ZONE = "America/New_York"
const MINUTE_MS = 60_000

interface Hour {
  readonly minutes?: number
  readonly places?: number
  readonly taken?: number
  readonly tutorId?: string
}

/** Opens an hour, without a tutor by default. */
export async function openHour(sql: Sql, startsAt: string, hour: Hour = {}) {
  const { minutes = 60, places = 1, taken = 0, tutorId = null } = hour
  const endsAt = new Date(Date.parse(startsAt) + minutes * MINUTE_MS).toISOString()
  const [start, end] = [clockAt(startsAt, SITE_ZONE), clockAt(endsAt, SITE_ZONE)]
  await sql`insert into available_time_slots
    (id, date, start_time, end_time, starts_at, ends_at, max_bookings, current_bookings, tutor_id)
    values (uuidv7(), ${start.date}, ${start.time}, ${end.time}, ${startsAt}, ${endsAt}, ${places}, ${taken},
      ${tutorId})`
}

/** Until the HTML of /schedule has this hour: the database tells the server of a change. */
export async function waitUntilShown(request: APIRequestContext, startsAt: string, path = "/schedule"): Promise<void> {
  const html = async () => (await request.get(path)).text()
  await expect.poll(html, { timeout: 20_000, intervals: [250] }).toContain(`name="preferredDate" value="${startsAt}`)
}

/** Until the HTML of /schedule has no hour. */
export async function waitUntilEmpty(request: APIRequestContext): Promise<void> {
  const html = async () => (await request.get("/schedule")).text()
  await expect.poll(html, { timeout: 20_000, intervals: [250] }).not.toContain('name="preferredDate"')
}

/** As a visitor who was in another tab: the page then reads its hours again. */
export async function comeBack(page: Page): Promise<void> {
  await expect(page.locator("#schedule [data-hydrated]")).toBeAttached()
  const read = page.waitForRequest("**/api/appointments/slots*")
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
  await read
}
