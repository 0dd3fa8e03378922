import { expect, type Page } from "@playwright/test"
import { pane, signInAsAdmin } from "./admins.ts"
import { axe, listTabStops } from "./axe.ts"
import { cancelRequests, insertSession, insertTutor, statusOf } from "./calendars.ts"
import { test } from "./fixtures.ts"
import { openHour } from "./hours.ts"
import { toast } from "./toast.ts"

test.use({ timezoneId: "America/Santiago" })

test.beforeEach(async ({ page, baseURL, sql }) => {
  await signInAsAdmin(page, baseURL)
  await cancelRequests(sql)
})

const requests = (page: Page) => page.getByRole("region", { name: "To approve" })
const request = (page: Page, name: string) => requests(page).getByRole("listitem").filter({ hasText: name })
const day = (page: Page, name: string) => page.getByRole("list", { name, exact: true })

test("a week shows its requests, sessions and closed days on the site's clock and on the administrator's", async ({
  page,
  sql,
  user,
}) => {
  const { marker } = user
  await insertSession(sql, { name: `Nadège ${marker}`, at: "2031-03-05T21:00:00Z", timeZone: "Europe/Paris" })
  await insertSession(sql, { name: `Guerline ${marker}`, at: "2031-03-05T15:00:00Z", status: "approved" })
  await insertSession(sql, { name: `Stanley ${marker}`, at: "2031-03-06T15:00:00Z", status: "declined" })
  await sql`insert into closed_days (date, name, created_at) values ('2031-03-07', 'Carnival', now())
    on conflict do nothing`
  await page.goto("/admin/calendar?date=2031-03-04")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Calendar Management.*March 3 – 9$/)
  const wednesday = day(page, "Wednesday, March 5")
  await expect(wednesday.getByRole("button")).toHaveText([
    new RegExp(`Guerline ${marker}Coding 10:00.AM until 11:00.AM, Approved`),
    new RegExp(`Nadège ${marker}Coding 4:00.PM until 5:00.PM, Pending`),
  ])
  await expect(page.getByText(`Stanley ${marker}`)).toBeHidden()
  await expect(page.getByText("Carnival")).toBeVisible()
  await expect(page.getByText("Santiago", { exact: true })).toBeVisible()
  await expect(request(page, marker)).toContainText("10:00 PM in Paris")
  await expect(requests(page)).toContainText("Google Calendar integration is not active.")
  await expect(page.getByRole("link", { name: "Open Google Calendar" })).toHaveAttribute("target", "_blank")
  await page.getByRole("button", { name: "Week after" }).click()
  await expect(page.getByRole("heading", { level: 1, name: /March 10 – 16/ })).toBeVisible()
})

test("three requests in a row are approved by the keyboard", async ({ page, sql, user }) => {
  const ids: string[] = []
  for (const name of ["Esther", "Fabiola", "Widline", "Roseline"])
    ids.push(
      await insertSession(sql, {
        name: `${name} ${user.marker}`,
        at: `2031-03-1${1 + ids.length}T15:00:00Z`,
        priority: name === "Esther" ? "high" : "normal",
      }),
    )
  await page.goto("/admin/calendar")
  await expect(request(page, "Esther")).toContainText("High")
  await expect(request(page, "Roseline")).toBeVisible()
  await page.keyboard.press("j")
  await expect(request(page, "Fabiola").getByRole("button", { name: "Fabiola" })).toBeFocused()
  await page.keyboard.press("k")
  for (let press = 0; press < 3; press++) await page.keyboard.press("a")
  await expect(requests(page).getByRole("listitem")).toHaveCount(1)
  await expect
    .poll(() => Promise.all(ids.map((id) => statusOf(sql, id))))
    .toEqual(["approved", "approved", "approved", "pending"])
})

test("nobody approves a request that has changed in the meantime", async ({ page, sql, user }) => {
  const id = await insertSession(sql, { name: `Roseline ${user.marker}`, at: "2031-03-17T15:00:00Z" })
  await page.goto("/admin/calendar")
  const approve = request(page, "Roseline").getByRole("button", { name: "Approve" })
  await expect(approve).toBeVisible()
  await sql`update appointments set status = 'declined' where id = ${id}`
  await approve.click()
  await expect(toast(page).filter({ hasText: "Somebody else changed this in the meantime." })).toBeVisible()
  await expect(requests(page)).toContainText("No request waits.")
})

test("a request is declined after a question, or approved at another time", async ({ page, sql, user }) => {
  const moved = await insertSession(sql, { name: `Ada ${user.marker}`, at: "2031-03-19T15:00:00Z" })
  const declined = await insertSession(sql, { name: `Bea ${user.marker}`, at: "2031-03-20T15:00:00Z" })
  await page.goto("/admin/calendar?date=2031-03-19")
  await request(page, "Ada").getByRole("button", { name: "Other time" }).click()
  const time = page.getByRole("dialog", { name: "Another time for Ada" })
  expect(await axe(page)).toEqual([])
  await time.getByLabel("Day").fill("2031-03-21")
  await time.getByLabel("Start").fill("13:30")
  await time.getByRole("button", { name: "Save" }).click()
  await expect(day(page, "Friday, March 21").getByRole("button", { name: "Ada" })).toContainText("1:30")
  expect(await statusOf(sql, moved)).toBe("approved")
  await request(page, "Bea").getByRole("button", { name: "Decline" }).click()
  const question = page.getByRole("dialog", { name: "Decline the request of Bea" })
  await question.getByRole("button", { name: "Go back" }).click()
  await expect(question).toBeHidden()
  expect(await statusOf(sql, declined)).toBe("pending")
  await request(page, "Bea").getByRole("button", { name: "Decline" }).click()
  await question.getByRole("button", { name: "Decline" }).click()
  await expect(requests(page)).toContainText("No request waits.")
  expect(await statusOf(sql, declined)).toBe("declined")
})

test("a session that has begun gets its tutor, notes, feedback and end", async ({ page, sql, user }) => {
  await insertTutor(sql)
  const id = await insertSession(sql, {
    name: `Ludwine ${user.marker}`,
    at: "2025-03-05T15:00:00Z",
    status: "approved",
  })
  await page.goto(`/admin/calendar?open=${id}`)
  const detail = pane(page)
  await detail.getByLabel("Tutor", { exact: true }).selectOption({ label: "Guerda Louis" })
  await expect(toast(page).filter({ hasText: `The session of Ludwine ${user.marker} is changed.` })).toBeVisible()
  await detail.getByLabel("Notes").fill("Bring the project.")
  await detail.getByRole("button", { name: "Save notes" }).click()
  await expect
    .poll(() => sql`select admin_notes, tutor_id is null as free from appointments where id = ${id}`)
    .toEqual([{ admin_notes: "Bring the project.", free: false }])
  await detail.getByLabel("The tutor's rating").selectOption("4")
  await detail.getByLabel("Another session is needed").check()
  await detail.getByRole("button", { name: "Save feedback" }).click()
  await expect(toast(page).filter({ hasText: "The feedback is saved." })).toBeVisible()
  await detail.getByRole("button", { name: "Took place" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Took place" }).click()
  await expect(detail.getByRole("status").first()).toHaveText("Completed")
  expect(await axe(page)).toEqual([])
})

test("hours open each week without an end, and close from one of them on", async ({ page, sql }) => {
  await insertTutor(sql)
  await page.goto("/admin/calendar?view=week")
  await expect(requests(page)).toBeVisible()
  await page.keyboard.press("n")
  const form = page.getByRole("dialog", { name: "Open hours" })
  await form.getByLabel("Tutor", { exact: true }).selectOption({ label: "Guerda Louis" })
  const monday = comingMonday()
  await form.getByLabel("Day").fill(monday)
  await form.getByLabel("Start").fill("07:00")
  await form.getByLabel("End").fill("08:15")
  await form.getByLabel("Mentoring").uncheck()
  await form.getByLabel("Places").fill("3")
  await form.getByLabel("Repeat every week").check()
  await form.getByRole("button", { name: "Open", exact: true }).click()
  await expect(toast(page).filter({ hasText: "Open hours added:" })).toBeVisible()
  await expect(form).toBeHidden()
  await page.goto(`/admin/calendar?date=${monday}`)
  const hour = page.getByRole("button", { name: /Open.*0 of 3 taken 7:00.AM until 8:15.AM/ })
  await hour.click()
  const detail = pane(page)
  await expect(detail).toContainText("As a weekly series")
  await detail.getByLabel("Places").fill("2")
  await detail.getByRole("button", { name: "Save" }).click()
  await expect(detail).toContainText("0 of 2 taken")
  await detail.getByRole("button", { name: "Close this hour" }).click()
  const closing = page.getByRole("dialog", { name: "Close this hour?" })
  await closing.getByLabel("This one and all later ones").check()
  await closing.getByRole("button", { name: "Close this hour" }).click()
  await expect(page.getByRole("button", { name: /of [23] taken 7:00.AM/ })).toHaveCount(0)
  expect(await sql`select 1 from available_time_slots where start_time = '07:00' and is_available`).toEqual([])
})

test("a closed hour is opened again by undo, also one that was deleted, and the open hours are exported", async ({
  page,
  sql,
}) => {
  const monday = comingMonday()
  await sql`delete from available_time_slots where date = ${monday}`
  await openHour(sql, `${monday}T20:15:00.000Z`, { places: 3 })
  const stored = () => sql`select starts_at, ends_at, max_bookings, current_bookings, session_types, is_available
    from available_time_slots where date = ${monday}`
  const before = await stored()
  await page.goto(`/admin/calendar?date=${monday}`)
  const hour = page.getByRole("button", { name: /Open.*0 of 3 taken/ })
  await hour.click()
  await pane(page).getByRole("button", { name: "Close this hour" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Close this hour" }).click()
  await expect(page.getByText("Hours closed: 1")).toBeVisible()
  await expect(hour).toHaveCount(0)
  expect(await stored()).toEqual([])
  expect(await axe(page)).toEqual([])
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(hour).toBeVisible()
  expect([...(await stored())]).toEqual([...before])
  await sql`update available_time_slots set current_bookings = 1 where date = ${monday}`
  await page.reload()
  await page.getByRole("button", { name: /Open.*1 of 3 taken/ }).click()
  await pane(page).getByRole("button", { name: "Close this hour" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Close this hour" }).click()
  await expect(pane(page).getByText("Closed", { exact: true })).toBeVisible()
  await page.keyboard.press("z")
  await expect(pane(page).getByText("Open", { exact: true })).toBeVisible()
  const download = page.waitForEvent("download")
  await page.getByRole("link", { name: "Export the open hours" }).click()
  expect((await download).suggestedFilename()).toBe("open-hours.csv")
  await sql`delete from available_time_slots where date = ${monday}`
})

/** A Monday of the coming weeks: hours open some weeks ahead only. */
function comingMonday(): string {
  const day = new Date(Date.now() + 14 * 86_400_000)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

test("a tutor is found among the users, and a closed day is named and removed", async ({ page, sql }) => {
  await sql`delete from tutors`
  await page.goto("/admin/calendar")
  await page.getByRole("button", { name: "Tutors" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Add a tutor" }).click()
  await dialog.getByLabel("Name or email").fill("guerda@")
  await dialog.getByRole("button", { name: "Choose Guerda Louis" }).click()
  await dialog.getByLabel("Time zone").selectOption("America/Port-au-Prince")
  await dialog.getByLabel("Sessions a week").fill("99")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(dialog).toContainText("Enter a number of sessions from 1 to 60, or nothing.")
  await dialog.getByLabel("Sessions a week").fill("5")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(dialog.getByText("Port-au-Prince, at most 5 a week")).toBeVisible()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Closed days" }).click()
  await dialog.getByRole("button", { name: "Add day" }).click()
  await expect(dialog.getByLabel("Day", { exact: true })).toBeFocused()
  const date = `${new Date().getUTCFullYear() + 1}-05-18`
  await dialog.getByLabel("Day", { exact: true }).fill(date)
  await dialog.getByLabel("Name").fill("Flag Day")
  await dialog.getByRole("button", { name: "Add day" }).click()
  const line = dialog.getByRole("listitem").filter({ hasText: `May 18, ${date.slice(0, 4)}` })
  await expect(line).toBeVisible()
  await dialog.getByRole("button", { name: "Remove Flag Day" }).click()
  await expect(line).toBeHidden()
  expect(await sql`select 1 from closed_days where name = 'Flag Day'`).toEqual([])
})

test("the month opens a day; a phone lists the sessions of a day with their actions", async ({ page, sql, user }) => {
  const names = ["Esther", "Fabiola", "Widline", "Roseline", "Dieunie"].map((name) => `${name} ${user.marker}`)
  for (const name of names) await insertSession(sql, { name, at: "2031-04-09T15:00:00Z" })
  await page.goto("/admin/calendar?view=month&date=2031-04-01")
  const cell = page.getByRole("region", { name: "Wednesday, April 9" })
  await expect(cell.getByRole("listitem")).toHaveCount(2)
  expect(await axe(page)).toEqual([])
  await cell.getByRole("button", { name: "3 more" }).click()
  const list = day(page, "Wednesday, April 9")
  await expect(list.getByRole("listitem")).toHaveCount(5)
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/admin/calendar?date=2031-04-08")
  await expect(page.getByText("No sessions and no open hours on this day.")).toBeVisible()
  await page.getByRole("button", { name: /Wednesday, April 9/ }).click()
  expect(await axe(page)).toEqual([])
  const entry = list.getByRole("listitem").filter({ hasText: names[2] ?? "" })
  const approve = entry.getByRole("button", { name: "Approve", exact: true })
  await approve.click()
  await expect(approve).toBeHidden()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test("every session and hour of a week is reached by Tab, with a visible focus, and the views have no violation", async ({
  page,
  sql,
  user,
}) => {
  for (const hour of ["15:00", "15:30"])
    await insertSession(sql, { name: `Naïka ${user.marker} ${hour}`, at: `2031-04-16T${hour}:00Z`, status: "approved" })
  await page.goto("/admin/calendar?date=2031-04-16")
  await expect(page.getByRole("button", { name: user.marker })).toHaveCount(2)
  expect(await axe(page)).toEqual([])
  const stops = (await listTabStops(page)).filter(({ name }) => name.includes(user.marker))
  expect(stops.map(({ isVisible, hasRing }) => isVisible && hasRing)).toEqual([true, true])
  await page.getByRole("group", { name: "View" }).getByRole("button", { name: "List" }).click()
  await expect(page.getByRole("list", { name: "Calendar Management" })).toContainText(user.marker)
  await expect(page.getByRole("link", { name: "Export", exact: true })).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test("when the days cannot be loaded, the calendar says so and tries again", async ({ page }) => {
  const days = "**/api/admin/calendar/days?*"
  await page.route(days, (route) => route.abort())
  await page.goto("/admin/calendar")
  const retry = page.getByRole("button", { name: "Try again" })
  await expect(retry).toBeVisible()
  await page.unroute(days)
  await retry.click()
  await expect(page.getByRole("button", { name: /^Monday/ })).toBeVisible()
})
