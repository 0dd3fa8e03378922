import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"

async function give(page: Page, origin: string | undefined, donor: object): Promise<void> {
  const headers = { origin: origin ?? "" }
  const post = async (url: string, data: object) => (await page.request.post(url, { data, headers })).json()
  const { paymentIntentId, clientSecret } = await post("/api/create-payment-intent", { ...donor, amount: 5000 })
  const card = { clientSecret, cardNumber: "4242 4242 4242 4242" }
  await post(`/api/sandbox/payment-intents/${paymentIntentId}/confirm`, card)
  await post("/api/confirm-donation", { ...donor, paymentIntentId })
}

test("a donor finds the receipts by a link from an email, and sends one to themselves by keyboard", async ({
  page,
  baseURL,
  user,
  emails,
}) => {
  const inbox = () => emails().filter(({ to }) => to === user.email)
  await give(page, baseURL, { donorName: user.name, donorEmail: user.email })
  await expect.poll(() => inbox().length).toBe(1)
  await page.goto("/receipts")
  await page.getByLabel("Email Address").fill("rose")
  await page.getByRole("button", { name: "Send me the link" }).click()
  await expect(page.getByLabel("Email Address")).toHaveAccessibleDescription(/email/i)
  await page.getByLabel("Email Address").fill(user.email)
  await page.keyboard.press("Enter")
  await expect(page.getByRole("status").getByText("a link is on its way")).toBeVisible()
  const link = () =>
    inbox()
      .map(({ text }) => /\/receipts(#\S+)/.exec(text)?.[1])
      .find(Boolean)
  await expect.poll(link).toBeTruthy()
  await page.goto(`/receipts${link()}`)
  await page.reload()
  await page.getByRole("button", { name: "Show my receipts" }).press("Enter")
  await expect(page.getByRole("heading", { name: `Donations from ${user.email}` })).toBeFocused()
  expect(await axe(page)).toEqual([])
  await page.getByRole("button", { name: /Email receipt \d{4}-\d{6}/ }).press("Enter")
  await expect(page.getByText("On its way to your inbox.")).toBeVisible()
  await expect.poll(() => inbox().filter(({ subject }) => subject.startsWith("Your receipt 2")).length).toBe(2)
})

test("a changed link says that it has expired and offers another one", async ({ page }) => {
  await page.goto(`/receipts#cm9zZQ.1767322800.${"0".repeat(64)}`)
  await page.getByRole("button", { name: "Show my receipts" }).click()
  await expect(page.getByText("This link has expired.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Send me the link" })).toBeVisible()
})

test("spec §8: a failed load of the receipts says why, and offline that the connection is missing", async ({
  page,
}) => {
  const link = `/receipts#cm9zZQ.1767322800.${"0".repeat(64)}`
  const show = page.getByRole("button", { name: "Show my receipts" })
  await page.goto(link)
  await page.route("**/api/receipt-lists", (route) => route.fulfill({ status: 500, body: "" }))
  await show.click()
  await expect(page.getByRole("alert")).toContainText("Our servers are experiencing some difficulties.")
  await page.unroute("**/api/receipt-lists")
  await page.context().setOffline(true)
  await show.click()
  await expect(page.getByRole("alert")).toContainText("Please check your")
  await expect(show).toBeVisible()
})

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false })

  test("the form sends the same and thanks on the page", async ({ page, user }) => {
    await page.goto("/fr/receipts")
    await page.getByLabel("Adresse e-mail").fill(user.email)
    await page.getByRole("button", { name: "M’envoyer le lien" }).click()
    await expect(page).toHaveURL(/\/fr\/receipts\?sent=receipts#receipts$/)
    await expect(page.getByText("un lien y est en route")).toBeVisible()
  })
})
