import { expect, type Page } from "@playwright/test"
import { pane, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { register, usernameOf } from "./members.ts"

const widthBeyond = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
const DAY_MS = 86_400_000

test("an administrator proposes a request to a tutor who fits, and the tutor accepts it by the link", async ({
  page,
  browser,
  user,
  sql,
  emails,
  baseURL,
}) => {
  const tutorName = `Bea${user.marker}`
  const tutor = { email: user.email, firstName: tutorName }
  const guest = await browser.newPage()
  await register(guest, tutor, baseURL)
  const [account] = await sql<{ id: string }[]>`
    update users set role = 'mentor', role_approved_at = now() where username = ${usernameOf(tutor)} returning id`
  const id = account?.id ?? ""
  await sql`insert into screenings (user_id, screened_until) values (${id}, now() + interval '300 days')`
  await sql`insert into tutors (user_id, time_zone) values (${id}, 'America/Port-au-Prince')`
  const student = `student-${user.marker}@example.org`
  const booked = await page.request.post(`${baseURL}/api/appointments`, {
    headers: { origin: baseURL ?? "" },
    data: {
      studentName: "Ada Lovelace",
      studentEmail: student,
      sessionType: "tutoring",
      subject: "coding",
      preferredDate: new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 20 * DAY_MS + 15 * 3_600_000).toISOString(),
      preferredTime: "10:00",
    },
  })
  const session = (await booked.json()).id

  await signInAsAdmin(page, baseURL)
  await page.goto("/admin/calendar")
  await page.getByRole("button", { name: "Tutors" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: new RegExp(tutorName) }).click()
  await dialog.getByRole("group", { name: "Speaks" }).getByLabel("English").check()
  await dialog.getByRole("group", { name: "Teaches" }).getByLabel("Coding").check()
  await dialog.getByRole("button", { name: "Save" }).click()

  await page.goto(`/admin/calendar?view=list&open=${session}`)
  const matches = pane(page).getByRole("region", { name: "Find a tutor" })
  const match = matches
    .getByRole("list", { name: "Tutors who fit" })
    .getByRole("listitem")
    .filter({ hasText: tutorName })
  await expect(match.first()).toContainText("Speaks the language")
  expect(await axe(page)).toEqual([])
  await match.getByRole("button", { name: `Ask ${tutorName}` }).press("Enter")
  await expect(matches.getByRole("status")).toContainText(`${tutorName} Jean was asked on`)
  await expect(match.getByRole("button", { name: "Asked" })).toBeFocused()

  const link = () =>
    emails()
      .filter(({ to }) => to === user.email)
      .map(({ text }) => /http\S+#proposal=\S+/.exec(text)?.[0])
      .find(Boolean)
  await expect.poll(link).toBeTruthy()
  await guest.goto((link() ?? "").replace(/^https?:\/\/[^/]+/, baseURL ?? ""))
  await expect(guest.getByText("with Ada", { exact: false })).toBeVisible()
  await expect(guest.getByText(/Lovelace|student-/)).toHaveCount(0)
  expect(await axe(guest)).toEqual([])
  await guest.setViewportSize({ width: 320, height: 640 })
  expect(await widthBeyond(guest)).toBe(0)
  await guest.getByRole("button", { name: "Yes, I give it" }).press("Enter")
  await expect(guest.getByText("The session is yours. Thank you!")).toBeFocused()

  await page.reload()
  await expect(pane(page).getByLabel("Tutor", { exact: true })).toHaveValue(id)
  await expect(pane(page).getByRole("status").first()).toContainText("Approved")
})
