import { expect, type Locator, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import { toast } from "./toast.ts"

const PROMISE = "our team will review your request and contact you within 24 hours"
const DAY = "2099-07-15"

test("§2 /schedule: three kinds of session, and the form with its fields and choices in order", async ({ page }) => {
  await page.goto("/schedule")
  await expect(page.getByRole("heading", { level: 1, name: "Schedule Your Learning Session" })).toBeVisible()
  await expect(page.getByRole("heading", { name: "Book Your Session" })).toBeVisible()
  await expect(page.getByText("All sessions are free for community members.")).toBeVisible()
  await expect(page.getByRole("region", { name: "What you can ask for" }).getByRole("listitem")).toHaveCount(3)
  const form = page.locator("#schedule form")
  const names = await form
    .locator("[name]:not([type=hidden])")
    .evaluateAll((all) => all.map((one) => one.getAttribute("name")))
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
  expect(await values(form, "sessionType")).toEqual(["tutoring", "mentoring", "consultation"])
  expect(await values(form, "subject")).toEqual(["coding", "language", "career", "general"])
  expect(await values(form, "preferredTime")).toEqual([
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
  expect(await values(form, "duration")).toEqual(["30", "60", "90", "120"])
  await expect(form.locator("[name=duration]")).toHaveValue("60")
  await expect(form.locator("[name=priority]")).toHaveValue("normal")
  await expect(form.locator("[name=priority] option:checked")).toContainText("within a week")
})

test.describe("in Paris", () => {
  test.use({ timezoneId: "Europe/Paris" })

  test("D5 the hours are the office's, and a reader elsewhere is told their own", async ({ page }) => {
    await page.goto("/schedule")
    await page.getByLabel("Preferred Date").fill(DAY)
    await page.getByLabel("Preferred Time").selectOption("19:00")
    await expect(page.getByText("Times are New York time. Where you are: July 16, 2099, 1:00 AM")).toBeVisible()
  })
})

test("§4 a request is stored, confirmed for three seconds and written to; then the form is there again, empty", async ({
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
  await expect(confirmation).toContainText(PROMISE)
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

test("§2 Schedule Another Session brings the form back at once", async ({ page, user }) => {
  await page.clock.install()
  await page.goto("/schedule")
  await fill(page, user)
  await page.getByRole("button", { name: "Request Session" }).click()
  await page.getByRole("button", { name: "Schedule Another Session" }).click()
  await expect(page.getByLabel("Full Name")).toBeVisible()
})

test("§5 a day that is past, and what is missing, stands under its field", async ({ page, sql, user }) => {
  await page.goto("/schedule")
  await fill(page, user)
  await page.getByLabel("Preferred Date").fill("2020-01-01")
  await page.getByRole("button", { name: "Request Session" }).click()
  await expect(page.getByText("Please select a future date")).toBeVisible()
  await expect(page.getByLabel("Preferred Date")).toBeFocused()
  await page.getByLabel("Preferred Date").fill(DAY)
  // The server's clock has the last word.
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

for (const [what, answer, said] of [
  ["the line breaks", null, "Failed to submit your appointment request. Please try again."],
  ["the server breaks", { status: 500, body: "oops" }, "Failed to schedule appointment"],
  [
    "the server says why",
    { status: 409, body: '{"code":"slot.taken","message":"This hour is no longer free."}' },
    "This hour is no longer free.",
  ],
] as const) {
  test(`§8 Scheduling Failed, and the form stays, when ${what}`, async ({ page, user }) => {
    await page.route("**/api/appointments", (route) => (answer ? route.fulfill(answer) : route.abort()))
    await page.goto("/schedule")
    await fill(page, user)
    await page.getByRole("button", { name: "Request Session" }).click()
    await expect(toast(page)).toContainText("Scheduling Failed")
    await expect(toast(page)).toContainText(said)
    await expect(page.getByLabel("Full Name")).toHaveValue(user.name)
    await expect(page.getByLabel("Preferred Date")).toHaveValue(DAY)
  })
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false })

  test("a request goes as a plain post, in the office's time, and is thanked for in place", async ({
    page,
    sql,
    user,
  }) => {
    await page.goto("/ht/schedule")
    const form = page.locator("#schedule form")
    await form.locator("[name=studentName]").fill(user.name)
    await form.locator("[name=studentEmail]").fill(user.email)
    await form.locator("[name=sessionType]").selectOption("tutoring")
    await form.locator("[name=subject]").selectOption("language")
    await form.locator("[name=date]").fill(DAY)
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
  await page.getByLabel("Preferred Date").fill(DAY)
  await page.getByLabel("Preferred Time").selectOption("14:00")
  await page.getByLabel("Duration").selectOption("90")
}

async function values(form: Locator, name: string): Promise<string[]> {
  return await form
    .locator(`[name=${name}] option:not([value=''])`)
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
}
