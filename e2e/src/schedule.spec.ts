import { expect, type Locator, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import { waitUntilEmpty } from "./hours.ts"
import { toast } from "./toast.ts"

const CONFIRMATION_TEXT = "our team will review your request and contact you within 24 hours"
const DATE = "2099-07-15"

test.beforeEach(async ({ sql, request }) => {
  await sql`delete from available_time_slots`
  await waitUntilEmpty(request)
})

test("spec §2: /schedule lists three kinds of session and a form with its fields and options in order", async ({
  page,
}) => {
  await page.goto("/schedule")
  await expect(page.getByRole("heading", { level: 1, name: "Schedule Your Learning Session" })).toBeVisible()
  await expect(page.getByRole("heading", { name: "Book Your Session" })).toBeVisible()
  await expect(page.getByText("All sessions are free for community members.")).toBeVisible()
  await expect(page.getByRole("region", { name: "What you can ask for" }).getByRole("listitem")).toHaveCount(3)
  const form = page.locator("#schedule form")
  const names = await form
    .locator("[name]:not([type=hidden])")
    .evaluateAll((elements) => elements.map((element) => element.getAttribute("name")))
  expect(names).toEqual([
    "studentName",
    "studentEmail",
    "sessionType",
    "subject",
    "date",
    "preferredTime",
    "duration",
    "description",
    "priority",
  ])
  expect(await optionValues(form, "sessionType")).toEqual(["tutoring", "mentoring", "consultation"])
  expect(await optionValues(form, "subject")).toEqual(["coding", "language", "career", "general"])
  expect(await optionValues(form, "preferredTime")).toEqual([
    "09:00",
    "10:00",
    "11:00",
    "14:00",
    "15:00",
    "16:00",
    "17:00",
    "18:00",
    "19:00",
  ])
  expect(await optionValues(form, "duration")).toEqual(["30", "60", "90", "120"])
  await expect(form.locator("[name=duration]")).toHaveValue("60")
  await expect(form.locator("[name=priority]")).toHaveValue("normal")
  await expect(form.locator("[name=priority] option:checked")).toContainText("within a week")
})

test.describe("in Paris", () => {
  test.use({ timezoneId: "Europe/Paris" })

  test("D5: hours are in New York time, and a visitor elsewhere sees the local time too", async ({ page }) => {
    await page.goto("/schedule")
    await page.getByLabel("Preferred Date").fill(DATE)
    await page.getByLabel("Preferred Time").selectOption("19:00")
    await expect(page.getByText("Times are New York time. Where you are: July 16, 2099, 1:00 AM")).toBeVisible()
  })

  test("after a request the confirmation is in view, has the focus and says the hour in both zones", async ({
    page,
    user,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.clock.install()
    await page.goto("/schedule")
    await fill(page, user)
    await page.getByRole("button", { name: "Request Session" }).click()
    const confirmation = page.locator("#schedule").getByRole("status")
    await expect(confirmation.getByRole("heading", { name: "Appointment Requested!" })).toBeInViewport({ ratio: 1 })
    await expect(confirmation).toBeFocused()
    const [here, there] = ["July 15, 2099, 2:00 PM, New York time", "Where you are: July 15, 2099, 8:00 PM"]
    await expect(confirmation).toContainText(here)
    await expect(confirmation).toContainText(there)
    await page.clock.runFor(3000)
    await expect(page.getByLabel("Full Name")).toBeVisible()
    const summary = page.locator("#schedule .notice")
    await expect(summary).toContainText(here)
    await expect(summary).toContainText(there)
    await expect(summary).toBeFocused()
    await expect(summary).toBeInViewport({ ratio: 1 })
    await fill(page, user)
    await page.getByRole("button", { name: "Request Session" }).click()
    await page.getByRole("button", { name: "Schedule Another Session" }).click()
    await expect(summary).toBeFocused()
  })
})

test("spec §4: a request is stored, confirmed for three seconds and by email, and then the form is empty", async ({
  page,
  sql,
  emails,
  user,
}) => {
  await page.goto("/schedule")
  await fill(page, user)
  await page.getByRole("button", { name: "Request Session" }).click()
  const confirmation = page.locator("#schedule").getByRole("status")
  await expect(confirmation).toContainText("Appointment Requested!")
  await expect(confirmation).toContainText(CONFIRMATION_TEXT)
  await expect(page.getByLabel("Full Name")).toBeHidden()
  await expect(toast(page)).toContainText("Appointment Requested!")
  await expect(page.getByLabel("Full Name")).toBeVisible()
  await expect(page.getByLabel("Full Name")).toHaveValue("")
  const rows = await sql`
    select student_name, session_type, subject, preferred_date, preferred_time, duration, status, priority, user_id
    from appointments where student_email = ${user.email}`
  expect([...rows]).toEqual([
    {
      student_name: user.name,
      session_type: "mentoring",
      subject: "career",
      preferred_date: new Date("2099-07-15T18:00:00Z"),
      preferred_time: "14:00",
      duration: 90,
      status: "pending",
      priority: "normal",
      user_id: null,
    },
  ])
  await expect.poll(() => emails().filter(({ to }) => to.includes(user.email)).length).toBe(1)
})

test("spec §2: Schedule Another Session shows the form at once", async ({ page, user }) => {
  await page.clock.install()
  await page.goto("/schedule")
  await fill(page, user)
  await page.getByRole("button", { name: "Request Session" }).click()
  await page.getByRole("button", { name: "Schedule Another Session" }).click()
  await expect(page.getByLabel("Full Name")).toBeVisible()
})

test("spec §5: a past date or a missing value shows an error under its field", async ({ page, sql, user }) => {
  await page.goto("/schedule")
  await fill(page, user)
  await page.getByLabel("Preferred Date").fill("2020-01-01")
  await page.getByRole("button", { name: "Request Session" }).click()
  await expect(page.getByText("Please select a future date")).toBeVisible()
  await expect(page.getByLabel("Preferred Date")).toBeFocused()
  await page.getByLabel("Preferred Date").fill(DATE)
  // The server checks the date again, with its own clock.
  const fields = { preferredDate: "Please select a future date" }
  await page.route("**/api/appointments", (route) =>
    route.fulfill({ status: 400, json: { code: "request.invalid", message: "Please check.", fields } }),
  )
  await page.getByRole("button", { name: "Request Session" }).click()
  await expect(page.getByText("Please select a future date")).toBeVisible()
  await expect(page.getByLabel("Preferred Date")).toBeFocused()
  await page.getByLabel("Preferred Date").fill("")
  await expect(page.getByText("Please select a future date")).toHaveCount(0)
  await page.getByLabel("Session Type").selectOption("")
  await page.getByRole("button", { name: "Request Session" }).click()
  await expect(page.getByText("Please choose a session type")).toBeVisible()
  await expect(page.getByText("Please choose a date")).toBeVisible()
  expect(await sql`select 1 from appointments where student_email = ${user.email}`).toHaveLength(0)
})

for (const [cause, response, message] of [
  ["there is no connection", null, "Failed to submit your appointment request. Please try again."],
  ["the server fails", { status: 500, body: "oops" }, "Failed to schedule appointment"],
  [
    "the server gives a reason",
    { status: 409, body: '{"code":"slot.taken","message":"This hour is no longer free."}' },
    "This hour is no longer free.",
  ],
] as const) {
  test(`spec §8: Scheduling Failed is shown and the form keeps its values when ${cause}`, async ({ page, user }) => {
    await page.route("**/api/appointments", (route) => (response ? route.fulfill(response) : route.abort()))
    await page.goto("/schedule")
    await fill(page, user)
    await page.getByRole("button", { name: "Request Session" }).click()
    await expect(toast(page)).toContainText("Scheduling Failed")
    await expect(toast(page)).toContainText(message)
    await expect(page.getByLabel("Full Name")).toHaveValue(user.name)
    await expect(page.getByLabel("Preferred Date")).toHaveValue(DATE)
  })
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("a request is sent as a plain form in New York time and confirmed on the page", async ({ page, sql, user }) => {
    await page.goto("/ht/schedule")
    const form = page.locator("#schedule form")
    await form.locator("[name=studentName]").fill(user.name)
    await form.locator("[name=studentEmail]").fill(user.email)
    await form.locator("[name=sessionType]").selectOption("tutoring")
    await form.locator("[name=subject]").selectOption("language")
    await form.locator("[name=date]").fill(DATE)
    await form.locator("[name=preferredTime]").selectOption("09:00")
    await form.locator("[type=submit]").click()
    await expect(page).toHaveURL(/\/ht\/schedule\?sent=schedule#schedule$/)
    await expect(page.locator("#schedule").getByRole("status")).toContainText("24 èdtan")
    const [row] = await sql`select preferred_date from appointments where student_email = ${user.email}`
    expect(row).toEqual({ preferred_date: new Date("2099-07-15T13:00:00Z") })
  })
})

async function fill(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await page.getByLabel("Full Name").fill(name)
  await page.getByLabel("Email Address").fill(email)
  await page.getByLabel("Session Type").selectOption("mentoring")
  await page.getByLabel("Subject").selectOption("career")
  await page.getByLabel("Preferred Date").fill(DATE)
  await page.getByLabel("Preferred Time").selectOption("14:00")
  await page.getByLabel("Duration").selectOption("90")
}

async function optionValues(form: Locator, name: string): Promise<string[]> {
  return await form
    .locator(`[name=${name}] option:not([value=''])`)
    .evaluateAll((elements) => elements.map((element) => (element as HTMLOptionElement).value))
}
