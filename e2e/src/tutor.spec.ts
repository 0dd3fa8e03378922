import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import type { Sql } from "./db.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"
import { toast } from "./toast.ts"

test.use({ timezoneId: "America/Port-au-Prince" })

test.afterEach(({ sql }) => sql`delete from available_time_slots`)

async function becomeTutor(page: Page, sql: Sql, email: string) {
  const [user] = await sql<{ id: string }[]>`
    update users set role = 'mentor', role_approved_at = now() where email = ${email} returning id`
  await sql`insert into screenings (user_id, screened_until) values (${user?.id}, now() + interval '300 days')`
  await page.goto("/member-dashboard")
  await page.getByRole("navigation", { name: "Your dashboard" }).getByRole("link", { name: "Tutoring" }).click()
}

test("a tutor opens an hour, meets the student who books it, and proves the hours to a stranger", async ({
  page,
  user,
  sql,
  baseURL,
  browser,
}) => {
  await register(page, { ...user, firstName: "Mireille" }, baseURL)
  await becomeTutor(page, sql, user.email)

  await expect(page.getByText("Your screening is valid until")).toBeVisible()
  const start = page.getByRole("region", { name: "Start here" })
  await expect(start.getByLabel("Time zone")).toHaveValue("America/Port-au-Prince")
  await start.getByRole("checkbox", { name: "Français" }).press("Space")
  await start.getByRole("checkbox", { name: "Coding" }).press("Space")
  await start.getByLabel("Meeting link").fill("https://meet.example.org/mireille")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Open an hour below, and students can book it.")).toBeVisible()
  expect(await axe(page)).toEqual([])

  const hours = page.getByRole("region", { name: "Open hours" })
  await hours.getByRole("button", { name: "Open hours" }).press("Enter")
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await page.getByRole("dialog").getByLabel("Day").fill(day)
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).press("Enter")
  // While the dialog is open, a toast is shown inside it and is a list item, too.
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(hours.getByRole("listitem")).toHaveCount(1)
  await expect(hours.getByRole("listitem")).toContainText("Free")
  const closeHour = hours.getByRole("listitem").getByRole("button", { name: /^Close/ })
  await closeHour.press("Enter")
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter")
  await expect(closeHour).toBeFocused()

  const guest = await browser.newContext()
  const startsAt = (await (await page.request.get("/api/tutor/slots")).json())[0].startsAt
  const booking = await guest.request.post(`${baseURL}/api/appointments`, {
    data: {
      studentName: "Widline Canary",
      studentEmail: `widline-${crypto.randomUUID()}@example.org`,
      sessionType: "tutoring",
      subject: "coding",
      preferredDate: startsAt,
      preferredTime: "16:00",
      description: "Loops. Call me: +509 3456 7890",
      timeZone: "America/Port-au-Prince",
    },
    headers: { origin: baseURL ?? "" },
  })
  expect(booking.status()).toBe(201)
  const { id } = await booking.json()
  await sql`update appointments set status = 'approved' where id = ${id}`
  await page.reload()
  const next = page.getByRole("region", { name: "Your next session" })
  await expect(next.getByRole("article")).toContainText("with Widline")
  await expect(next).toContainText("Loops. […]")
  await expect(page.locator("#main")).not.toContainText(/Canary|3456|example\.org\/widline/)
  await expect(page.getByRole("region", { name: "Your next step" })).toContainText("You give a session")
  expect(await axe(page)).toEqual([])
  await next.getByRole("button", { name: "Report" }).press("Enter")
  await next.getByRole("radio", { name: "Rude words or behavior" }).press("Space")
  expect(await axe(page)).toEqual([])
  await next.getByRole("button", { name: "Send the report" }).press("Enter")
  await expect(next.getByText("Thank you for telling us.")).toBeVisible()
  await next.getByRole("button", { name: "Close" }).press("Enter")
  const { settings } = await (await page.request.get("/api/tutor")).json()
  expect(settings).toMatchObject({ languages: ["fr"], subjects: ["coding"] })

  await sql`update appointments set preferred_date = now() - interval '2 hours', ends_at = now() - interval '1 hour'
    where id = ${id}`
  await page.reload()
  const ended = page.getByRole("region", { name: "How did it go?" })
  await ended.getByRole("button", { name: "Say how it went" }).press("Enter")
  await ended.getByRole("radio", { name: "Yes, we met" }).press("Space")
  await ended.getByRole("radio", { name: "5 of 5" }).press("Space")
  await ended.getByLabel("Note for our team").fill("A second session would help.")
  expect(await axe(page)).toEqual([])
  await ended.getByRole("button", { name: "Send the report" }).press("Enter")
  const given = page.getByRole("region", { name: "Hours you gave" })
  await expect(given.getByRole("row", { name: "In all" })).toContainText("1 h")

  const past = page.locator("details").filter({ hasText: "Past sessions" })
  await past.getByText("Past sessions").click()
  await past.getByRole("button", { name: "Change your report" }).click()
  await expect(past.getByLabel("Note for our team")).toHaveValue("A second session would help.")
  await past.getByRole("button", { name: "Cancel" }).click()

  await given.getByRole("button", { name: "Make a proof of hours" }).press("Enter")
  await page.getByRole("dialog").getByRole("button", { name: "Make a proof of hours" }).press("Enter")
  const paper = given.getByRole("link", { name: /Download as PDF/ })
  const pdf = await page.request.get((await paper.getAttribute("href")) ?? "")
  expect(pdf.headers()["content-type"]).toBe("application/pdf")
  const address = await given.getByRole("link", { name: /^Open/ }).getAttribute("href")

  const stranger = await guest.newPage()
  await stranger.goto(`${baseURL}${address}`)
  const sheet = stranger.getByRole("region", { name: "Proof of hours" })
  await expect(sheet).toContainText("Mireille Jean")
  await expect(sheet).toContainText("1 h")
  await expect(stranger.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/)
  expect(await axe(stranger)).toEqual([])
  await guest.close()
})

test("a tutor who cannot come says so by the keyboard, and the session waits for the staff", async ({
  page,
  user,
  sql,
  baseURL,
}) => {
  await register(page, { ...user, firstName: "Mireille" }, baseURL)
  await becomeTutor(page, sql, user.email)
  const [tutor] = await sql<{ user_id: string }[]>`
    insert into tutors (user_id, time_zone)
    select id, 'America/Port-au-Prince' from users where email = ${user.email} returning user_id`
  const at = new Date(Math.ceil(Date.now() / 3_600_000 + 72) * 3_600_000)
  const endsAt = new Date(at.getTime() + 3_600_000)
  const [session] = await sql<{ id: string }[]>`
    insert into appointments
      (id, student_name, student_email, session_type, subject, preferred_date, preferred_time, ends_at, status, tutor_id)
    values (uuidv7(), 'Widline Canary', ${`widline-${user.email}`}, 'tutoring', 'coding', ${at}, '10:00', ${endsAt}, 'approved',
      ${tutor?.user_id ?? ""}) returning id`
  await page.reload()
  const next = page.getByRole("region", { name: "Your next session" })
  const leave = next.getByRole("button", { name: "I cannot come" })
  await leave.press("Enter")
  const dialog = page.getByRole("dialog", { name: "You cannot come?" })
  await expect(dialog.getByRole("listitem")).toHaveText([/with Widline/])
  await expect(dialog).toContainText("The students get an email at once.")
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Escape")
  await expect(leave).toBeFocused()
  await leave.press("Enter")
  const confirm = dialog.getByRole("button", { name: "I cannot come" })
  await page.route("**/withdrawal", (route) => route.abort())
  await confirm.press("Enter")
  await expect(toast(page)).toContainText("Connection Problem")
  await page.unroute("**/withdrawal")
  await confirm.press("Enter")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(toast(page)).toContainText("Our team looks for somebody else.")
  await expect(next).toContainText("No session is booked yet.")
  await expect(next.getByRole("heading", { name: "Your next session" })).toBeFocused()
  expect(await sql`select tutor_id, tutor_left from appointments where id = ${session?.id ?? ""}`).toEqual([
    { tutor_id: null, tutor_left: true },
  ])
})

test("a tutor's page stays within the budget of a tab, and a learner has none", async ({
  page,
  user,
  sql,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard")
  const tabs = page.getByRole("navigation", { name: "Your dashboard" })
  await expect(tabs.getByRole("link")).toHaveCount(6)
  await page.goto("/member-dashboard/tutor")
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible()

  await becomeTutor(page, sql, user.email)
  const settings = { timeZone: "UTC", weeklyLimit: null, noticeHours: 12, meetingUrl: null }
  await page.request.put("/api/tutor", {
    data: { ...settings, pausedFrom: null, pausedUntil: null },
    headers: { origin: baseURL ?? "" },
  })
  await page.goto("/member-dashboard", { waitUntil: "networkidle" })
  await expect(page.locator("#next-step")).toBeVisible()
  const before = await scriptBytes(page)
  await tabs.getByRole("link", { name: "Tutoring" }).click()
  await expect(page.getByText("No session is booked yet.")).toBeVisible()
  await page.waitForLoadState("networkidle")
  expect((await scriptBytes(page)) - before).toBeLessThan(12_000)
})

const scriptBytes = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0),
  )
