import { clockAt, formatHour } from "@haitech/contract/clock"
import { expect, type Locator, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { comeBack, openHour, waitUntilShown } from "./hours.ts"
import { register } from "./members.ts"
import { emulateNetwork, GOOD_NETWORK, loadAndMeasure } from "./network.ts"
import { toast } from "./toast.ts"

const DAY_MS = 86_400_000
/** On the hour, some days from now. */
const inDays = (days: number) =>
  new Date(Math.floor(Date.now() / DAY_MS + days) * DAY_MS + 15 * 3_600_000).toISOString()

const HOUR_MS = 3_600_000
const GOOD_VISIT_BYTES = 120_000
const HTML_BYTES = 13_500
const slot = (startsAt: string, places = 1) => ({
  startsAt: `2026-11-${startsAt}:00.000Z`,
  endsAt: new Date(Date.parse(`2026-11-${startsAt}:00Z`) + HOUR_MS).toISOString(),
  sessionTypes: ["tutoring", "mentoring"],
  places,
})
/** Of a Tuesday in the week of Thanksgiving, and of the week after. */
const SLOTS = [
  slot("24T21:00"),
  slot("25T14:00"),
  slot("25T19:00", 0),
  slot("25T21:00"),
  slot("27T19:00", 0),
  slot("30T15:00"),
]

test.use({ timezoneId: "America/Santiago" })

test.beforeEach(async ({ sql, request }) => {
  await sql`delete from available_time_slots where starts_at <> ${inDays(40)}`
  const known = await sql`select 1 from available_time_slots`
  if (known.length === 0) await openHour(sql, inDays(40))
  await waitUntilShown(request, inDays(40))
})

test.afterAll(async ({ sql }) => {
  await sql`delete from available_time_slots`
})

test("the open hours of a week are one radio group on both clocks, for mouse and keyboard", async ({ page }) => {
  await page.clock.setFixedTime("2026-11-24T15:00:00Z")
  await page.route("**/api/appointments/slots*", (route) => route.fulfill({ json: SLOTS }))
  await page.goto("/schedule")
  await comeBack(page)
  const hours = page.getByRole("radiogroup", { name: "Choose an open hour" })
  await expect(hours).toContainText("Large: your clock, Santiago. Small: New York time.")
  await expect(hours).toContainText("November 23 to November 28")
  await expect(hours.getByRole("radio")).toHaveCount(5)
  const today = page.getByRole("region", { name: "Today, Tuesday, November 24" })
  await expect(today.getByRole("radio", { name: "6:00 PM 4 PM New York" })).toBeEnabled()
  const wednesday = page.getByRole("region", { name: "Wednesday, November 25" })
  await expect(wednesday.getByRole("radio", { name: "4:00 PM Taken" })).toBeDisabled()
  await expect(page.getByRole("region", { name: "Thursday, November 26" })).toContainText("No open hours.")
  await today.getByRole("radio").focus()
  await page.keyboard.press("Space")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await expect(wednesday.getByRole("radio", { name: "6:00 PM" })).toBeFocused()
  await expect(page.locator(".chosen-hour")).toContainText("Wednesday, November 25, 6:00 PM (Santiago)")
  await expect(page.locator(".chosen-hour")).toContainText("Wednesday, November 25, 4:00 PM (New York)")
  await page.getByRole("button", { name: "Week after" }).click()
  await expect(hours).toContainText("November 30 to December 5")
  await expect(page.getByRole("button", { name: "Week after" })).toHaveAttribute("aria-disabled", "true")
  await expect(hours.getByRole("radio")).toHaveCount(1)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect((await hours.getByRole("radio").boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
})

test("a chosen hour is requested, takes its place and offers no longer session", async ({ page, sql, user }) => {
  const startsAt = inDays(8)
  await openHour(sql, startsAt, { minutes: 30 })
  await page.goto("/schedule")
  await comeBack(page)
  await choose(page, startsAt)
  await expect(page.getByLabel("Preferred Date")).toHaveCount(0)
  await expect(page.getByLabel("Duration").locator("option")).toHaveText(["30 minutes"])
  await fill(page, user)
  await page.getByRole("button", { name: "Request Session" }).click()
  await expect(page.getByRole("heading", { name: "Appointment Requested!" })).toBeVisible()
  const rows = await sql`select preferred_date, duration, time_zone, current_bookings from appointments
    join available_time_slots on available_time_slots.id = slot_id where student_email = ${user.email}`
  expect([...rows]).toEqual([
    { preferred_date: new Date(startsAt), duration: 30, time_zone: "America/Santiago", current_bookings: 1 },
  ])
})

test("an hour that somebody else takes meanwhile is replaced by one of the next free ones", async ({
  page,
  sql,
  user,
}) => {
  const [taken, free] = [inDays(9), inDays(10)]
  await openHour(sql, taken)
  await openHour(sql, free)
  await page.goto("/schedule")
  await comeBack(page)
  await choose(page, taken)
  await fill(page, user)
  await sql`update available_time_slots set current_bookings = 1 where starts_at = ${taken}`
  await page.getByRole("button", { name: "Request Session" }).click()
  await expect(toast(page)).toContainText("Scheduling Failed")
  const offer = page.getByRole("group", { name: "That hour is no longer free. These are:" })
  await expect(offer).toBeFocused()
  expect(await axe(page)).toEqual([])
  await offer
    .getByRole("button", { name: formatHour("en", free, "America/Santiago") })
    .first()
    .click()
  await page.getByRole("button", { name: "Request Session" }).click()
  await expect(page.getByRole("heading", { name: "Appointment Requested!" })).toBeVisible()
  const [row] = await sql`select preferred_date from appointments where student_email = ${user.email}`
  expect(row).toEqual({ preferred_date: new Date(free) })
})

test("without a chosen hour nothing is sent, and another time can be asked for", async ({ page, user }) => {
  await page.goto("/schedule")
  await expect(page.locator("#schedule [data-hydrated]")).toBeAttached()
  await expect(page.getByRole("radio").first()).toBeVisible()
  await fill(page, user)
  await page.getByRole("button", { name: "Request Session" }).click()
  await expect(page.getByText("Choose an open hour, or ask for another time")).toBeVisible()
  await expect(page.getByRole("radiogroup")).toBeFocused()
  await page.getByRole("button", { name: "Ask for another time" }).click()
  await expect(page.getByLabel("Preferred Date")).toBeFocused()
  await page.getByLabel("Preferred Date").fill("2099-07-15")
  await page.getByLabel("Preferred Time").selectOption("14:00")
  await page.getByRole("button", { name: "Request Session" }).click()
  await expect(page.getByRole("heading", { name: "Appointment Requested!" })).toBeVisible()
})

test("on a full day the typed email waits for a place", async ({ page, sql, user }) => {
  const startsAt = inDays(8)
  await openHour(sql, startsAt, { taken: 1 })
  await page.route("**/api/appointments/slots*", async (route) => {
    const slots: { places: number }[] = await (await route.fetch()).json()
    await route.fulfill({ json: slots.filter(({ places }) => places === 0) })
  })
  await page.goto("/schedule")
  await comeBack(page)
  const next = page.getByRole("button", { name: "Week after" })
  const wait = page.getByRole("button", { name: "Tell me when a place comes free" })
  // The free hour is gone from the page: it shows the days of this week.
  await expect(page.locator(`input[value="${inDays(40)}"]`)).toHaveCount(0)
  // The full day is in the last week.
  while ((await next.getAttribute("aria-disabled")) !== "true") await next.click()
  await wait.click()
  await expect(page.getByText("First type your email in the form below.")).toBeVisible()
  await expect(page.getByLabel("Email Address")).toBeFocused()
  await page.getByLabel("Email Address").fill(user.email)
  await wait.click()
  await expect(page.getByText(`We write to ${user.email} when a place comes free.`)).toBeVisible()
  const rows = await sql`select session_type from waiting_for_slots where email = ${user.email}`
  expect([...rows]).toEqual([{ session_type: "tutoring" }])
})

test("a page that comes back shows the hours of now, keeps its own where none come, and asks for a day without hours", async ({
  page,
}) => {
  await page.route("**/api/appointments/slots*", (route) => route.abort())
  await page.goto("/schedule")
  await comeBack(page)
  await expect(page.locator(`input[value="${inDays(40)}"]`)).toBeVisible()
  await page.route("**/api/appointments/slots*", (route) => route.fulfill({ json: [] }))
  await comeBack(page)
  await expect(page.getByLabel("Preferred Date")).toBeVisible()
  await expect(page.getByRole("radio")).toHaveCount(0)
})

test("a slow visit: an hour that is chosen before the script is there is the chosen one", async ({ page }) => {
  const startsAt = inDays(40)
  await page.addInitScript(() => {
    document.documentElement.dataset["slow"] = ""
  })
  const scripts = Promise.withResolvers<void>()
  await page.route("**/assets/island-*", (route) => scripts.promise.then(() => route.continue()))
  await page.goto("/schedule")
  await page.locator(`input[type="radio"][value="${startsAt}"]`).check()
  scripts.resolve()
  await expect(page.locator(".chosen-hour")).toContainText("(Santiago)")
  await expect(page.locator(`input[type="radio"][value="${startsAt}"]`).first()).toBeChecked()
})

test("a visitor whose device is set to another zone names theirs, for the whole visit", async ({ page, sql, user }) => {
  const startsAt = inDays(40)
  const radio = page.locator("label.open-hour", { has: page.locator(`input[type="radio"][value="${startsAt}"]`) })
  await page.goto("/schedule")
  await page.getByRole("button", { name: "Not in Santiago?" }).click()
  const zones = page.getByLabel("Your time zone")
  await expect(zones).toBeFocused()
  await expect(zones.locator("optgroup").first().locator("option")).toHaveText([
    "Port-au-Prince",
    "New York",
    "Montréal",
    "Paris",
    "Santiago",
    "Santo Domingo",
    "São Paulo",
  ])
  expect(await axe(page)).toEqual([])
  await zones.selectOption("Europe/Paris")
  await expect(radio.locator("b")).toHaveText(formatHour("en", startsAt, "Europe/Paris"))
  await page.reload()
  await expect(page.getByText("Large: your clock, Paris. Small: New York time.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Not in Paris?" })).toBeVisible()
  await choose(page, startsAt)
  await fill(page, user)
  await page.getByRole("button", { name: "Request Session" }).click()
  await expect(page.getByRole("heading", { name: "Appointment Requested!" })).toBeVisible()
  const rows = await sql`select time_zone from appointments where student_email = ${user.email}`
  expect([...rows]).toEqual([{ time_zone: "Europe/Paris" }])
  await sql`delete from available_time_slots`
})

test("spec §2, D7: the dashboard's quick buttons lead to the form with their subject", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/schedule")
  await page.getByRole("link", { name: "Career Session" }).click()
  await page.waitForURL("**/schedule?subject=career")
  await expect(page.getByLabel("Subject")).toHaveValue("career")
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("all open hours are there on the site's clock, and one is requested", async ({ page, sql, user, request }) => {
    const [near, far] = [inDays(8), inDays(39)]
    for (const startsAt of [near, far]) await openHour(sql, startsAt)
    await waitUntilShown(request, far)
    await page.goto("/schedule")
    await expect(page.getByText("Times are New York time.").first()).toBeVisible()
    await expect(page.getByRole("button", { name: "Week after" })).toBeHidden()
    await expect(page.locator(`input[value="${near}"]`)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.locator(`input[value="${far}"]`).check()
    await fill(page, user)
    await page.getByRole("button", { name: "Request Session" }).click()
    await expect(page).toHaveURL(/\/schedule\?sent=schedule#schedule$/)
    const rows = await sql`select preferred_date, preferred_time, current_bookings from appointments
      join available_time_slots on available_time_slots.id = slot_id where student_email = ${user.email}`
    const time = clockAt(far, "America/New_York").time
    expect([...rows]).toEqual([{ preferred_date: new Date(far), preferred_time: time, current_bookings: 1 }])
  })

  test("another time is asked for, and an hour that is taken meanwhile stays marked beside its refusal", async ({
    page,
    sql,
    user,
    request,
  }) => {
    const startsAt = inDays(11)
    await openHour(sql, startsAt)
    await waitUntilShown(request, startsAt)
    await page.goto("/schedule")
    await page.locator(`input[type="radio"][value="${startsAt}"]`).check()
    await fill(page, user)
    await sql`update available_time_slots set current_bookings = 1 where starts_at = ${startsAt}`
    await page.getByRole("button", { name: "Request Session" }).click()
    await expect(page.getByText("These hours are free:")).toBeVisible()
    await page.getByLabel("Ask for another time").check()
    await page.getByLabel("Preferred Date").fill("2099-07-15")
    await page.getByLabel("Preferred Time").selectOption("14:00")
    await page.getByRole("button", { name: "Request Session" }).click()
    await expect(page).toHaveURL(/\/schedule\?sent=schedule#schedule$/)
    const rows = await sql`select preferred_date from appointments where student_email = ${user.email}`
    expect([...rows]).toEqual([{ preferred_date: new Date("2099-07-15T18:00:00Z") }])
  })
})

/**
 * The hours may be read anew meanwhile, and then begin with another week. The events are dispatched in the page: a click
 * of Playwright that times out goes on blocking later ones.
 */
async function choose(page: Page, startsAt: string): Promise<void> {
  const radio = page.locator(`input[type="radio"][value="${startsAt}"]`)
  const open = (name: string) => page.getByRole("button", { name, disabled: false })
  const click = (target: Locator) => target.dispatchEvent("click", undefined, { timeout: 1000 })
  await expect(async () => {
    while ((await open("Week before").count()) > 0) await click(open("Week before"))
    for (let week = 0; week < 6 && !(await radio.isVisible()); week++) await click(open("Week after"))
    await click(radio)
    await expect(radio).toBeChecked({ timeout: 1000 })
  }).toPass()
}

async function fill(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await page.getByLabel("Full Name").fill(name)
  await page.getByLabel("Email Address").fill(email)
  await page.getByLabel("Session Type").selectOption("tutoring")
  await page.getByLabel("Subject").selectOption("coding")
}

test.describe("on a phone with a good connection", () => {
  test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true })

  test("the page with three open hours on each day of six weeks stays within its budgets", async ({
    page,
    sql,
    request,
  }) => {
    for (let day = 2; day < 40; day++) {
      for (const hours of [0, 1, 6]) {
        await openHour(sql, new Date(Date.parse(inDays(day)) + hours * HOUR_MS).toISOString())
      }
    }
    const last = new Date(Date.parse(inDays(39)) + 6 * HOUR_MS).toISOString()
    for (const path of ["/schedule", "/fr/schedule", "/ht/schedule", "/es/schedule"]) {
      await waitUntilShown(request, last, path)
      const html = await request.get(path, { headers: { "accept-encoding": "br" } })
      expect(Number(html.headers()["content-length"]), path).toBeLessThanOrEqual(HTML_BYTES)
    }
    await emulateNetwork(page, GOOD_NETWORK)
    const { total, byKind } = await loadAndMeasure(page, "/schedule")
    expect(byKind["Fetch"]).toBeUndefined()
    expect(total).toBeLessThanOrEqual(GOOD_VISIT_BYTES)
  })
})
