import { expect, type Page } from "@playwright/test"
import { pane, row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"

const DAY_MS = 86_400_000

async function book(page: Page, email: string, origin: string): Promise<void> {
  const startsAt = new Date(Math.floor(Date.now() / DAY_MS + 14) * DAY_MS + 15 * 3_600_000).toISOString()
  const student = { studentName: "Widline", studentEmail: email, sessionType: "tutoring", subject: "coding" }
  const data = { ...student, preferredDate: startsAt, preferredTime: "10:00" }
  expect((await page.request.post("/api/appointments", { data, headers: { origin } })).status()).toBe(201)
}

test("a member reports a session with one tap, and a named administrator reads, answers and closes the case", async ({
  page,
  browser,
  user,
  product,
}) => {
  const words = `He asked for my number ${user.marker}`
  await register(page, user, product.url)
  await book(page, user.email, product.url)
  await page.goto("/member-dashboard/schedule")
  const session = page.getByRole("article", { name: "Tutoring, Coding" })
  await session.getByRole("button", { name: "Report" }).click()
  await session.getByRole("button", { name: "Send the report" }).click()
  await expect(session.getByText("Choose what it is about.")).toBeVisible()
  await session.getByLabel("Somebody asked for a phone number, pictures or a meeting elsewhere").check()
  await session.getByLabel("What happened?").fill(words)
  expect(await axe(page)).toEqual([])
  await session.getByRole("button", { name: "Send the report" }).click()
  await expect(session.getByText("Thank you for telling us.")).toBeVisible()

  const admin = await browser.newPage({ baseURL: product.url })
  await signInAsAdmin(admin, product.url)
  await admin.goto("/admin?kind=case")
  await row(admin, "Safeguarding case").first().click()
  await expect(pane(admin).getByRole("link", { name: "Open the case" })).toBeVisible()
  await expect(admin.getByText(words)).toHaveCount(0)
  await admin.goto("/admin/cases")
  await row(admin, "A session").first().click()
  await expect(pane(admin)).toContainText(words)
  const staff = admin.getByRole("region", { name: "Who reads cases" })
  await staff.getByRole("button", { name: /^Name: Guerda/ }).click()
  await expect(staff.getByText("Named", { exact: true })).toBeVisible()
  await pane(admin).getByLabel("Add to the record").fill("Spoke with the family.")
  await pane(admin).getByRole("button", { name: "Add to the record" }).click()
  await expect(pane(admin).getByText("Spoke with the family.")).toBeVisible()
  expect(await axe(admin)).toEqual([])
  await pane(admin).getByRole("button", { name: "Close the case" }).click()
  await pane(admin).getByLabel("Reason, for the record").fill("Settled with the family.")
  await pane(admin).getByLabel("Reason, for the record").press("Tab")
  await admin.keyboard.press("Enter")
  await expect(pane(admin)).toContainText("Settled with the family.")
  await expect(pane(admin).getByRole("button", { name: "Reopen the case" })).toBeVisible()
  await admin.close()
})
