import { expect, type Page } from "@playwright/test"
import { openFilters, pane, row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"

const CARD = "4242 4242 4242 4242"

/** A gift of 50 dollars paid with a test card of the sandbox. */
async function give(page: Page, origin: string | undefined, donor: object, options: object = {}): Promise<void> {
  const headers = { origin: origin ?? "" }
  const post = async (url: string, data: object) => (await page.request.post(url, { data, headers })).json()
  const gift = { ...donor, ...options, amount: 5000 }
  const { paymentIntentId, clientSecret } = await post("/api/create-payment-intent", gift)
  await post(`/api/sandbox/payment-intents/${paymentIntentId}/confirm`, { clientSecret, cardNumber: CARD })
  expect(await post("/api/confirm-donation", { ...donor, paymentIntentId })).toMatchObject({ status: "succeeded" })
}

test("an administrator refunds a part of a gift by keyboard, and the donor gets a note with the receipt", async ({
  page,
  baseURL,
  user,
  emails,
}) => {
  await signInAsAdmin(page, baseURL)
  await give(page, baseURL, { donorName: `Rose ${user.marker}`, donorEmail: user.email })
  const count = () => emails().filter(({ to }) => to === user.email).length
  await expect.poll(count).toBe(1)
  await page.goto(`/admin/donations?q=${user.marker}`)
  await row(page, user.marker).click()
  await expect(pane(page)).toContainText(/Receipt\d{4}-\d{6}/)
  await pane(page).getByRole("button", { name: "Refund" }).press("Enter")
  const dialog = page.getByRole("dialog", { name: "Refund this donation" })
  await expect(dialog.getByLabel("Amount in dollars")).toHaveValue("50.00")
  await dialog.getByLabel("Amount in dollars").fill("50.01")
  await page.keyboard.press("Enter")
  await expect(dialog.getByLabel("Amount in dollars")).toHaveAccessibleDescription("At most $50.00 can be refunded")
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/Please say why/)
  await dialog.getByLabel("Amount in dollars").fill("20")
  await dialog.getByLabel("Reason").fill("Typed one zero too many")
  await dialog.getByRole("button", { name: "Refund", exact: true }).press("Enter")
  await expect(dialog).toBeHidden()
  await expect(pane(page)).toContainText("$20.00, accepted")
  await expect(pane(page)).toContainText("Net$30.00")
  await expect(row(page, user.marker)).toContainText("Partly refunded")
  await expect.poll(count).toBe(2)
})

test("sums by month are a plot and a table, and the list filters by period", async ({ page, baseURL, user }) => {
  await signInAsAdmin(page, baseURL)
  await give(page, baseURL, { donorName: `Rose ${user.marker}`, donorEmail: user.email })
  await page.goto("/admin/donations")
  await page.getByText("Net in the last 12 months").press("Enter")
  const table = page.getByRole("table", { name: "Donations by month" })
  const year = String(new Date().getUTCFullYear())
  await expect(table.getByRole("row").nth(1)).toContainText(/\$[\d,]+\.\d{2}/)
  expect(await axe(page)).toEqual([])
  const download = page.waitForEvent("download")
  await page.getByRole("link", { name: "Export by month" }).click()
  expect((await download).suggestedFilename()).toBe("donation_months.csv")
  await openFilters(page)
  await page.getByRole("combobox", { name: "Period" }).selectOption(year)
  await expect(page).toHaveURL(new RegExp(`period=${year}`))
  await expect(row(page, user.marker)).toBeVisible()
})

test("a difference with the card provider waits on Today, says what to do, and can be marked as checked", async ({
  page,
  baseURL,
  sql,
}) => {
  await signInAsAdmin(page, baseURL)
  const payment = `pi_${crypto.randomUUID()}`
  await sql`insert into donation_differences (id, provider, intent_id, kind, taken, currency, found_at)
    values (uuidv7(), 'stripe', ${payment}, 'payment_missing', 4200, 'usd', '2025-01-01T00:00:00Z')`
  await page.goto("/admin/donations")
  const shown = page.getByRole("listitem").filter({ hasText: payment })
  await expect(shown).toContainText("The card provider received $42.00, but this payment is not among the donations.")
  expect(await axe(page)).toEqual([])
  await page.goto("/admin?kind=difference")
  await row(page, payment).click()
  await expect(pane(page)).toContainText("write a receipt by hand")
  expect(await axe(page)).toEqual([])
  await pane(page).getByRole("button", { name: "Mark as checked" }).press("Enter")
  await expect(row(page, payment)).toBeHidden()
  await page.goto("/admin/donations")
  await expect(page.getByRole("heading", { name: "Donations" })).toBeVisible()
  await expect(shown).toBeHidden()
})

test("an administrator stops a monthly gift by keyboard for a donor who asked for it", async ({
  page,
  baseURL,
  user,
  emails,
}) => {
  await signInAsAdmin(page, baseURL)
  const tribute = { type: "honor", honoree: "Lise Toussaint", notifyName: "Paul", notifyEmail: "paul@example.org" }
  await give(
    page,
    baseURL,
    { donorName: `Rose ${user.marker}`, donorEmail: user.email },
    { frequency: "monthly", tribute },
  )
  await page.goto(`/admin/donations?q=${user.marker}`)
  await row(page, user.marker).click()
  await expect(pane(page)).toContainText("In honor ofLise Toussaint")
  await expect(pane(page)).toContainText("$50.00 each month, Active")
  await pane(page).getByRole("button", { name: "Stop the monthly gift" }).press("Enter")
  const dialog = page.getByRole("dialog", { name: "Stop this monthly gift?" })
  await expect(dialog).toContainText("the donor gets an email")
  expect(await axe(page)).toEqual([])
  await dialog.getByRole("button", { name: "Stop the monthly gift" }).press("Enter")
  await expect(dialog).toBeHidden()
  await expect(pane(page)).toContainText("$50.00 each month, Stopped")
  await expect(pane(page).getByRole("button", { name: "Stop the monthly gift" })).toBeHidden()
  await expect(pane(page).getByRole("heading", { name: "Monthly gift" })).toBeFocused()
  const subjects = () => emails().flatMap(({ to, subject }) => (to === user.email ? [subject] : []))
  await expect.poll(subjects).toContain("Your monthly gift is stopped")
  await pane(page).getByRole("link", { name: "History of this record" }).click()
  await expect(page.getByText(`Stopped a monthly gift of Rose ${user.marker}`)).toBeVisible()
})
