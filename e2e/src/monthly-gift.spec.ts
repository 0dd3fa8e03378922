import { type APIRequestContext, expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import type { Email } from "./emails.ts"
import { test } from "./fixtures.ts"

interface Giving {
  readonly request: APIRequestContext
  readonly email: string
  readonly emails: () => Email[]
  readonly origin: string
}

/** Gives monthly with a test card of the sandbox. @returns the path of the link in the receipt */
async function giveMonthly({ request, email, emails, origin }: Giving): Promise<string> {
  const post = (path: string, data: object) => request.post(path, { data, headers: { origin } })
  const donor = { donorName: "Marie-Ange Désir", donorEmail: email }
  const created = await post("/api/create-payment-intent", { ...donor, amount: 2500, frequency: "monthly" })
  const { clientSecret, paymentIntentId: id } = await created.json()
  await post(`/api/sandbox/payment-intents/${id}/confirm`, { clientSecret, cardNumber: "4242424242424242" })
  await post("/api/confirm-donation", { ...donor, paymentIntentId: id })
  const findReceipt = () => emails().find(({ to, subject }) => to.includes(email) && subject.startsWith("Your receipt"))
  await expect.poll(() => findReceipt() !== undefined).toBe(true)
  const link = new URL(/http:\S+#gift=\S+/.exec(findReceipt()?.text ?? "")?.[0] ?? "")
  return `${link.pathname}${link.hash}`
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

test("the link of a receipt shows the gift, and buttons pause, resume, change and stop it", async ({
  page,
  request,
  user,
  emails,
  product,
}) => {
  const link = await giveMonthly({ request, email: user.email, emails, origin: product.url })
  await page.goto(link)
  await expect(page.getByText("$25.00 each month")).toBeVisible()
  await expect(page.getByText("4242")).toBeVisible()
  expect(await axe(page)).toEqual([])

  await button(page, "Pause").click()
  await expect(page.getByText("Your gift is paused. Nothing is taken")).toBeVisible()
  await page.reload()
  await button(page, "Resume").click()
  await expect(page.getByText("Your gift goes on.")).toBeVisible()

  const amount = page.getByLabel("New amount each month, in US dollars")
  await amount.fill("0.50")
  await amount.press("Enter")
  await expect(page.getByText("The smallest donation is 1 dollar")).toBeVisible()
  await amount.fill("40")
  await amount.press("Enter")
  await expect(page.getByText("The new amount is saved.")).toBeVisible()
  await expect(page.getByText("$40.00 each month")).toBeVisible()

  await button(page, "Stop the gift").press("Enter")
  await button(page, "Keep giving").press("Enter")
  await expect(button(page, "Stop the gift")).toBeFocused()
  await button(page, "Stop the gift").press("Enter")
  expect(await axe(page)).toEqual([])
  await button(page, "Yes, stop it").press("Enter")
  await expect(page.getByText("Your gift is stopped.")).toBeVisible()
  await expect(page.getByRole("link", { name: "Start a new gift" })).toBeVisible()
  const subjects = () =>
    emails()
      .filter(({ to }) => to.includes(user.email))
      .map(({ subject }) => subject)
  await expect.poll(() => subjects().includes("Your monthly gift is stopped")).toBe(true)
})

test("the donor of a gift changes its card on the page of the sandbox and is told so", async ({
  page,
  request,
  user,
  emails,
  product,
}) => {
  await page.goto(await giveMonthly({ request, email: user.email, emails, origin: product.url }))
  const changeCard = button(page, "Change the card")
  await page.route("**/api/monthly-gifts/card-pages", (route) => route.abort())
  await changeCard.click()
  await expect(page.getByText("We could not reach the card service.")).toBeVisible()
  await page.unroute("**/api/monthly-gifts/card-pages")
  await changeCard.press("Enter")
  await page.getByRole("radio", { name: "4000 0000 0000 0002" }).check()
  await button(page, "Save this card").click()
  await expect(page.getByText("Please check your payment information and try again.")).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole("radio", { name: "4000 0025 0000 3155" }).check()
  await button(page, "Save this card").click()
  await button(page, "Yes, confirm").click()
  await expect(page.getByText("The new card is saved.")).toBeVisible()
  await expect(page.getByText("3155")).toBeVisible()
  await expect(page).toHaveURL(/\/monthly-gift#gift=/)
  expect(await axe(page)).toEqual([])
  await page.reload()
  await expect(changeCard).toBeVisible()
  await expect(page.getByText("The new card is saved.")).toHaveCount(0)
  const subjects = () => emails().flatMap(({ to, subject }) => (to.includes(user.email) ? [subject] : []))
  await expect.poll(() => subjects().includes("Your monthly gift has a new card")).toBe(true)
})

test("without a link, with a wrong one and while the server fails, the page says what to do", async ({ page }) => {
  await page.goto("/fr/monthly-gift")
  await expect(page.getByText("Ouvrez cette page avec le lien d’un reçu")).toBeVisible()
  await page.goto(`/monthly-gift#gift=unknown.${"0".repeat(64)}`)
  await expect(page.getByText("This link does not belong to a monthly gift.")).toBeVisible()
  await page.route("**/api/monthly-gifts/lookup", (route) => route.abort())
  await page.reload()
  await expect(page.getByText("We cannot show your gift right now. We're having trouble connecting")).toBeVisible()
  await page.unroute("**/api/monthly-gifts/lookup")
  await button(page, "Try again").click()
  await expect(page.getByText("This link does not belong to a monthly gift.")).toBeVisible()
})
