import { clockAt } from "@haitech/contract/clock"
import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import type { Sql } from "./db.ts"
import { test } from "./fixtures.ts"
import { openHour, waitUntilEmpty, waitUntilShown } from "./hours.ts"
import { PASSWORD, register, signIn, usernameOf } from "./members.ts"
import { goOffline } from "./offline-pages.ts"
import { createPhone } from "./phones.ts"
import { openTcpProxy } from "./tcp-proxy.ts"
import { toast } from "./toast.ts"

const DATE = "2099-07-15"
const SAVED = "Saved on this device. We will send it when you are online."
const DAY_MS = 86_400_000
const at = (days: number, hour: number) =>
  new Date(Math.floor(Date.now() / DAY_MS + days) * DAY_MS + hour * 3_600_000).toISOString()

const waiting = (page: Page) => page.getByRole("region", { name: "Waiting on this device" })
const requestsOf = (sql: Sql, email: string) =>
  sql`select user_id is null as is_guest, preferred_date from appointments where student_email = ${email}`

test.afterAll(async ({ sql }) => {
  await sql`delete from available_time_slots`
})

test("a request written offline survives an empty battery and is sent once the connection is back", async ({
  user,
  sql,
  product,
  request,
}) => {
  await sql`delete from available_time_slots`
  await waitUntilEmpty(request)
  const [phone, proxy] = [createPhone(), await openTcpProxy()]
  proxy.forwardTo(product.url)
  try {
    let page = await (await phone.open()).newPage()
    await page.goto(`${proxy.url}/schedule`)
    await fill(page, user)
    await goOffline(page, proxy)
    await page.getByRole("button", { name: "Request Session" }).click()
    await expect(waiting(page)).toContainText(SAVED)
    await expect(page.getByLabel("Full Name")).toHaveValue("")
    expect(await axe(page)).toEqual([])
    await phone.kill()
    expect(await requestsOf(sql, user.email)).toEqual([])
    page = await (await phone.open()).newPage()
    proxy.forwardTo(product.url)
    await page.goto(`${proxy.url}/schedule`)
    await expect(toast(page).filter({ hasText: "Appointment Requested!" })).toBeVisible()
    await expect(waiting(page)).toHaveCount(0)
    const second = await page.context().newPage()
    await second.goto(`${proxy.url}/schedule`, { waitUntil: "networkidle" })
    expect(await requestsOf(sql, user.email)).toMatchObject([{ is_guest: true }])
  } finally {
    await phone.dispose()
    await proxy.close()
  }
})

test("an hour that was taken meanwhile shows the reason and the free hours, one of which can be asked for", async ({
  page,
  user,
  sql,
  request,
  context,
}) => {
  const [first, second] = [at(5, 15), at(6, 16)]
  await sql`delete from available_time_slots`
  for (const hour of [first, second]) await openHour(sql, hour)
  await waitUntilShown(request, first)
  await page.goto("/schedule")
  await page.getByLabel("Full Name").fill(user.name)
  await chooseHour(page, first)
  await fillRest(page, user.email)
  await prepared(page)
  await context.setOffline(true)
  await page.getByRole("button", { name: "Request Session" }).click()
  await expect(waiting(page)).toContainText(SAVED)
  await sql`update available_time_slots set current_bookings = 1 where starts_at = ${first}`
  await context.setOffline(false)
  await expect(waiting(page)).toContainText("Not sent: ")
  await page.reload()
  const free = waiting(page).getByRole("group", { name: "That hour is no longer free. These are:" })
  await expect(free).toBeVisible()
  expect(await axe(page)).toEqual([])
  await free.getByRole("button").first().press("Enter")
  await expect(waiting(page)).toHaveCount(0)
  expect(await requestsOf(sql, user.email)).toMatchObject([{ preferred_date: new Date(second) }])
})

test("feedback waits for its author: a sign-out asks first, and another account neither sees nor sends it", async ({
  page,
  context,
  user,
  sql,
  baseURL,
}) => {
  await register(page, user, baseURL)
  const start = at(-2, 15)
  const rows = await sql`insert into appointments
    (id, user_id, student_name, student_email, session_type, subject, preferred_date, preferred_time, duration, ends_at, status)
    select uuidv7(), id, 'Ada', email, 'tutoring', 'coding', ${start}, ${clockAt(start, "UTC").time}, 60,
      ${at(-2, 16)}, 'completed' from users where email = ${user.email} returning id`
  const ratings = () => sql`select student_rating from session_feedback where appointment_id = ${rows[0]?.["id"]}`
  await page.goto("/member-dashboard/schedule")
  await expect(page.getByRole("radio", { name: /^4/ })).toBeAttached()
  // The outbox cannot ask whose session this is: what it stores belongs to the session, at first.
  await page.route("**/api/auth/user", (route) => route.abort())
  await page.getByRole("radio", { name: /^4/ }).check({ force: true })
  await page.getByLabel("What helped, what was missing?").fill("Loops are clear now.")
  await prepared(page)
  await context.setOffline(true)
  await page.getByRole("button", { name: "Send", exact: true }).click()
  await expect(waiting(page)).toContainText("Your feedback: Tutoring, Coding")
  await page.unroute("**/api/auth/user")
  await page.route("**/api/appointments/*/changes", (route) => route.fulfill({ status: 503 }))
  await context.setOffline(false)
  await page.getByRole("button", { name: "Sign Out" }).filter({ visible: true }).first().click()
  const dialog = page.getByRole("alertdialog", { name: "Not everything is sent yet" })
  await expect(dialog).toContainText("1 thing of yours waits on this device.")
  await dialog.getByRole("button", { name: "Sign out, leave them here" }).click()
  await page.waitForURL(`${baseURL}/`)
  await page.unroute("**/api/appointments/*/changes")
  await register(page, { ...user, email: `second-${user.email}` }, baseURL)
  await page.goto("/member-dashboard/schedule", { waitUntil: "networkidle" })
  await expect(page.getByRole("heading", { name: "Book a session" })).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
  expect(await ratings()).toEqual([])
  await context.clearCookies()
  await signIn(page, usernameOf(user), PASSWORD)
  await page.waitForURL("**/member-dashboard")
  await expect.poll(ratings).toEqual([{ student_rating: 4 }])
})

async function fill(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await page.getByLabel("Full Name").fill(name)
  await page.getByLabel("Preferred Date").fill(DATE)
  await page.getByLabel("Preferred Time").selectOption("14:00")
  await fillRest(page, email)
  await prepared(page)
}

async function chooseHour(page: Page, startsAt: string): Promise<void> {
  await expect(page.locator("#schedule [data-hydrated]")).toBeAttached()
  const hour = page.locator(`input[value="${startsAt}"][type=radio]`)
  const later = page.getByRole("button", { name: "Week after" })
  for (let week = 0; week < 3 && !(await hour.isVisible()); week++) await later.click()
  await hour.check()
}

async function fillRest(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email Address").fill(email)
  await page.getByLabel("Session Type").selectOption("tutoring")
  await page.getByLabel("Subject").selectOption("coding")
}

/** What a form needs without a connection has loaded since somebody typed into it. */
async function prepared(page: Page): Promise<void> {
  const isLoaded = () =>
    page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/unsent.html")))
  await expect.poll(isLoaded).toBe(true)
  await page.waitForLoadState("networkidle")
}
