import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"

const form = (page: Page) => page.locator("#donate form")
const give = (page: Page, amount: string) => form(page).getByRole("button", { name: `Give ${amount}`, exact: true })
const thanks = (page: Page) => page.getByRole("dialog", { name: "Thank you for your gift!" })

test("a donor gives each month by keyboard: the form says what repeats, and the ledger has a monthly gift", async ({
  page,
  sql,
  emails,
  user,
}) => {
  const made: { frequency?: string; key: string | undefined }[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/api/create-payment-intent"))
      made.push({ ...request.postDataJSON(), key: request.headers()["idempotency-key"] })
  })
  await page.goto("/donate")
  await expect(page.locator("#donate [data-island]")).toHaveAttribute("data-hydrated")
  const once = form(page).getByRole("radio", { name: "One time" })
  await expect(once).toBeChecked()
  const first = page.waitForResponse("**/api/create-payment-intent")
  await form(page)
    .getByLabel(/^Email/)
    .fill(user.email)
  await first
  await once.focus()
  await page.keyboard.press("ArrowRight")
  await expect(form(page).getByText("$25.00 today, then $25.00 each month until you stop.")).toBeVisible()
  await expect(form(page).getByRole("button", { name: "Trouble paying?" })).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await give(page, "$25.00 each month").press("Enter")
  await expect(thanks(page)).toContainText("Your gift repeats each month. Your receipt comes by email.")
  expect(made.map(({ frequency }) => frequency)).toEqual([undefined, "monthly"])
  expect(new Set(made.map(({ key }) => key)).size).toBe(2)
  await page.keyboard.press("Escape")
  await expect(once).toBeChecked()
  await expect(give(page, "$25.00")).toBeVisible()
  const rows = await sql`
    select frequency, donations.amount, donations.status, monthly_gifts.amount as monthly from donations
    join monthly_gifts on monthly_gifts.id = monthly_gift_id where email = ${user.email} and donations.status = 'succeeded'`
  expect([...rows]).toEqual([{ frequency: "monthly", amount: 2500, status: "succeeded", monthly: 2500 }])
  await expect.poll(() => emails().some(({ to, text }) => to.includes(user.email) && /#gift=/.test(text))).toBe(true)
})

test("a monthly gift needs an email, because the receipt's link is what stops it", async ({ page }) => {
  await page.goto("/donate")
  await form(page).getByRole("radio", { name: "Monthly" }).check()
  await give(page, "$25.00 each month").click()
  await expect(form(page).getByText("Valid email is required")).toBeVisible()
  await expect(form(page).getByLabel(/^Email/)).toBeFocused()
})

for (const [path, monthly, button] of [
  ["/fr/donate", "Chaque mois", "Donner $25.00 chaque mois"],
  ["/ht/donate", "Chak mwa", "Bay $25.00 chak mwa"],
  ["/es/donate", "Cada mes", "Dona $25.00 cada mes"],
] as const) {
  test(`${path} takes a monthly gift in its language`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
    await form(page).getByRole("radio", { name: monthly }).check()
    await expect(form(page).getByRole("button", { name: button })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("only one-time gifts are offered, since a monthly one needs the card fields", async ({ page }) => {
    await page.goto("/donate")
    await expect(form(page).locator("[type=submit]").first()).toHaveText("Give", { useInnerText: true })
    await expect(form(page).getByText("Monthly", { exact: true })).toBeHidden()
  })
})
