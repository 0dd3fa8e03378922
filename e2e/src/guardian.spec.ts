import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import type { Email } from "./emails.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"
import { expectToast } from "./toast.ts"

const DAY_MS = 86_400_000
const YEAR = String(new Date().getUTCFullYear() - 16)

/** @returns the path of the link in the email to the guardian */
async function linkIn(emails: () => Email[], email: string): Promise<string> {
  const find = () => emails().find(({ to, text }) => to.includes(email) && text.includes("#consent="))
  await expect.poll(() => find() !== undefined).toBe(true)
  const link = new URL(/http:\S+#consent=[\w.-]+/.exec(find()?.text ?? "")?.[0] ?? "")
  return `${link.pathname}${link.hash}`
}

const choose = (page: Page, question: string, answer: string) =>
  page.getByRole("group", { name: question }).getByRole("radio", { name: answer }).check()

/** Asks for a session over HTTP, as the signed-in member. */
async function book(page: Page, email: string, origin: string) {
  const startsAt = new Date(Math.floor(Date.now() / DAY_MS + 12) * DAY_MS + 15 * 3_600_000).toISOString()
  const student = { studentName: "Widline", studentEmail: email, sessionType: "tutoring", subject: "coding" }
  const data = { ...student, preferredDate: startsAt, preferredTime: "10:00" }
  return page.request.post("/api/appointments", { data, headers: { origin } })
}

test("a 15-year-old asks, the guardian says yes by the email without an account, the member books, the guardian revokes", async ({
  page,
  browser,
  user,
  emails,
  product,
}) => {
  const guardian = `guardian-${user.marker}@example.org`
  await register(page, user, product.url)
  await page.goto("/member-dashboard/profile")
  const card = page.getByRole("region", { name: "Age and guardian" })
  await card.getByLabel("In which year were you born?").fill("12")
  await card.getByRole("button", { name: "Save the year" }).click()
  await expect(card.getByText("Enter the year with four digits")).toBeVisible()
  await card.getByLabel("In which year were you born?").fill(YEAR)
  await card.getByRole("button", { name: "Save the year" }).click()
  await expect(card).toContainText(`Year of birth: ${YEAR}`)
  expect((await book(page, user.email, product.url)).status()).toBe(403)
  await card.getByLabel("Your guardian's name").fill("Rose Pierre")
  await card.getByLabel("Your guardian's email address").fill(user.email)
  await card.getByLabel("Language of the email").selectOption("en")
  await card.getByRole("button", { name: "Ask for permission" }).click()
  await expect(card.getByText("Enter the address of your guardian, not your own.")).toBeVisible()
  await card.getByLabel("Your guardian's email address").fill(guardian)
  await card.getByLabel("Your guardian's email address").press("Enter")
  await expectToast(page, "Email on its way", "We are writing to your guardian.")
  await expect(card).toContainText(`We wrote to ${guardian}`)
  expect(await axe(page)).toEqual([])

  const other = await (
    await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 } })
  ).newPage()
  await other.goto(await linkIn(emails, guardian))
  await expect(other.getByRole("heading", { name: "Widline asks for your permission" })).toBeVisible()
  await other.getByRole("button", { name: "Send my answer" }).click()
  await expect(other.getByText("Please choose yes or no.")).toHaveCount(3)
  await choose(other, "Lessons with a tutor and study groups", "Yes")
  await choose(other, "The whole name, and a photo, on certificates", "No")
  await choose(other, "Recording of lessons", "No")
  expect(await axe(other)).toEqual([])
  await other.getByRole("button", { name: "Send my answer" }).click()
  await expect(other.getByText(/You gave your permission on/)).toBeVisible()

  await page.reload()
  await expect(card).toContainText(`${guardian} said yes`)
  expect((await book(page, user.email, product.url)).status()).toBe(201)

  await other.reload()
  await other.getByRole("button", { name: "Take the permission back" }).click()
  expect(await axe(other)).toEqual([])
  await other.getByRole("dialog").getByRole("button", { name: "Take the permission back" }).click()
  await expect(other.getByText(/The permission was taken back on/)).toBeVisible()
  await page.reload()
  await expect(card).toContainText("The permission ended on")
  expect((await book(page, `other-${user.email}`, product.url)).status()).toBe(403)
  await other.context().close()
})
