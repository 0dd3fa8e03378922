import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import type { Email } from "./emails.ts"
import { test } from "./fixtures.ts"
import { openHour } from "./hours.ts"
import { register } from "./members.ts"

const DAY_MS = 86_400_000
const at = (days: number, hour: number) =>
  new Date(Math.floor(Date.now() / DAY_MS + days) * DAY_MS + hour * 3_600_000).toISOString()

interface Request {
  readonly page: Page
  readonly email: string
  readonly startsAt: string
  readonly origin: string
}

async function requestSession({ page, email, startsAt, origin }: Request): Promise<void> {
  const response = await page.request.post("/api/appointments", {
    data: {
      studentName: "Nadège Alexandre",
      studentEmail: email,
      sessionType: "tutoring",
      subject: "coding",
      preferredDate: startsAt,
      preferredTime: "14:00",
    },
    headers: { origin },
  })
  expect(response.status()).toBe(201)
}

/** @returns the path of the link in the email about a request */
async function linkIn(emails: () => Email[], email: string): Promise<string> {
  const find = () => emails().find(({ to, text }) => to.includes(email) && text.includes("#session="))
  await expect.poll(() => find() !== undefined).toBe(true)
  const link = new URL(/http:\S+#session=[\w.-]+/.exec(find()?.text ?? "")?.[0] ?? "")
  return `${link.pathname}${link.hash}`
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

test.afterAll(async ({ sql }) => {
  await sql`delete from available_time_slots`
})

test("the link of an email shows the session, moves it to an open hour and cancels it", async ({
  page,
  user,
  emails,
  product,
  sql,
}) => {
  const [first, second] = [at(12, 15), at(13, 16)]
  await openHour(sql, first)
  await openHour(sql, second)
  await requestSession({ page, email: user.email, startsAt: first, origin: product.url })
  await page.goto(await linkIn(emails, user.email))
  const session = page.getByRole("article", { name: "Tutoring, Coding" })
  await expect(session).toContainText("Waiting for an answer")
  expect(await axe(page)).toEqual([])
  await button(page, "Move the session").click()
  const hours = page.getByRole("radiogroup", { name: "Choose another open hour" })
  const radio = hours.locator(`input[value="${second}"]`)
  await expect(hours).toBeVisible()
  for (let week = 0; week < 3 && !(await radio.isVisible()); week++) await button(page, "Week after").click()
  await radio.check()
  expect(await axe(page)).toEqual([])
  await button(page, "Move to this hour").click()
  await expect(page.getByText("Your session is moved.")).toBeVisible()
  const state = async () => {
    const [row] = await sql`select status, coalesce(scheduled_at, preferred_date) as starts_at from appointments
      where student_email = ${user.email}`
    return row
  }
  expect(await state()).toEqual({ status: "pending", starts_at: new Date(second) })
  await button(page, "Cancel the session").press("Enter")
  await button(page, "Keep it").press("Enter")
  await expect(button(page, "Cancel the session")).toBeFocused()
  await button(page, "Cancel the session").press("Enter")
  await button(page, "Yes, cancel it").press("Enter")
  await expect(page.getByText("Your session is cancelled.")).toBeVisible()
  await expect(button(page, "Move the session")).toHaveCount(0)
  expect(await state()).toEqual({ status: "cancelled", starts_at: new Date(second) })
})

test("the button to join is there from ten minutes before an approved session until its end", async ({ page }) => {
  await page.clock.install({ time: "2026-11-25T18:49:00Z" })
  await page.route("**/api/appointments/lookup", (route) => route.fulfill({ json: SESSION }))
  await page.goto("/session#session=a.b")
  await expect(page.getByText("60 minutes, with Daniel")).toBeVisible()
  await expect(page.getByText("appears here ten minutes before")).toBeVisible()
  const join = page.getByRole("link", { name: "Join the session" })
  await expect(join).toHaveCount(0)
  await page.clock.fastForward("02:00")
  await expect(join).toHaveAttribute("href", "https://meet.example.org/abc")
  await page.clock.fastForward("01:15:00")
  await expect(join).toHaveCount(0)
})

test("a completed session takes stars by keyboard and a comment", async ({ page, user, emails, product, sql }) => {
  await requestSession({ page, email: user.email, startsAt: "2099-07-15T18:00:00.000Z", origin: product.url })
  const link = await linkIn(emails, user.email)
  await sql`update appointments set status = 'completed' where student_email = ${user.email}`
  await page.goto(link)
  await button(page, "Send").click()
  await expect(page.getByText("Rating must be between 1 and 5")).toBeVisible()
  await page.getByRole("radio", { name: "3 of 5" }).focus()
  await page.keyboard.press("Space")
  await page.keyboard.press("ArrowRight")
  await page.getByLabel("What helped, what was missing?").fill("The loop stops now.")
  expect(await axe(page)).toEqual([])
  await button(page, "Send").click()
  await expect(page.getByText("Thank you. That helps your tutor.")).toBeVisible()
  await expect(page.getByText("4 of 5")).toBeAttached()
  const rows = await sql`select student_rating, student_feedback from session_feedback
    where appointment_id = (select id from appointments where student_email = ${user.email})`
  expect([...rows]).toEqual([{ student_rating: 4, student_feedback: "The loop stops now." }])
})

test("without a link, with a wrong one and while the server fails, the page says what to do", async ({ page }) => {
  await page.goto("/fr/session")
  await expect(page.getByText("Ouvre cette page avec le lien d’un e-mail sur ta séance.")).toBeVisible()
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/)
  await page.goto(`/session#session=unknown.${"0".repeat(64)}`)
  await expect(page.getByText("This link is not valid.")).toBeVisible()
  await page.route("**/api/appointments/lookup", (route) => route.abort())
  await page.reload()
  await expect(page.getByText("We cannot show your session right now.")).toBeVisible()
  await page.unroute("**/api/appointments/lookup")
  await button(page, "Try Again").press("Enter")
  await expect(page.getByText("This link is not valid.")).toBeVisible()
  await expect(page.getByRole("main")).toBeFocused()
})

test("spec §2, D7: the dashboard shows samples until there is a session, which can be cancelled there", async ({
  page,
  user,
  baseURL,
  product,
}) => {
  await register(page, user, baseURL)
  await page.route("**/api/appointments/slots*", (route) => route.fulfill({ json: [] }))
  await page.goto("/member-dashboard")
  await page.getByRole("link", { name: "Schedule", exact: true }).click()
  const upcoming = page.getByRole("region", { name: "Upcoming sessions" })
  await expect(upcoming.getByText("Example")).toHaveCount(3)
  await button(page, "Coding Session").click()
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Scheduling Feature Coming Soon!")
  await expect(page.getByRole("link", { name: "Advanced Scheduling" })).toHaveAttribute("href", "/schedule")
  await requestSession({ page, email: user.email, startsAt: "2099-07-15T18:00:00.000Z", origin: product.url })
  await page.reload()
  await expect(upcoming.getByRole("article", { name: "Tutoring, Coding" })).toContainText("Waiting for an answer")
  await expect(upcoming.getByText("Example")).toHaveCount(0)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
  await button(page, "Cancel the session").click()
  await button(page, "Yes, cancel it").click()
  await expect(upcoming).toContainText("No session is planned.")
  await expect(page.getByRole("region", { name: "Past sessions" })).toContainText("Cancelled")
})

const SESSION = {
  id: "00000000-0000-7000-8000-000000000001",
  userId: "guest-user",
  studentName: "Nadège Alexandre",
  studentEmail: "nadege@example.org",
  sessionType: "tutoring",
  subject: "coding",
  preferredDate: "2026-11-25T19:00:00.000Z",
  preferredTime: "14:00",
  duration: 60,
  description: null,
  priority: "normal",
  status: "approved",
  scheduledAt: null,
  createdAt: "2026-11-20T19:00:00.000Z",
  tutorName: "Daniel",
  meetingUrl: "https://meet.example.org/abc",
  canCancel: true,
  canMove: true,
  feedback: null,
}
