import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"

const PHONE = { width: 390, height: 844 }
const INTENTS = "**/api/create-payment-intent"

const form = (page: Page) => page.locator("#donate form")
const give = (page: Page, amount: string) => form(page).getByRole("button", { name: `Give ${amount}`, exact: true })
const card = (page: Page, result: string) => form(page).getByRole("radio", { name: result })
const preset = (page: Page, amount: string) => form(page).getByRole("radio", { name: amount, exact: true })
const custom = (page: Page) => form(page).getByLabel("Other amount in US dollars")
const error = (page: Page) => page.getByRole("alertdialog")

test("spec §4: a donor on a phone gives 25 dollars, is thanked, and gets a receipt", async ({
  page,
  sql,
  emails,
  user,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto("/donate")
  await form(page).getByLabel(/^Name/).fill(user.name)
  await form(page)
    .getByLabel(/^Email/)
    .fill(user.email)
  await form(page).getByLabel("A few words for us").fill("Kenbe la!")
  await give(page, "$25.00").click()
  const thanks = page.getByRole("dialog", { name: "Thank you for your gift!" })
  await expect(thanks).toContainText("Your $25.00 helps a learner stay online. Your receipt comes by email.")
  await expect(thanks.getByRole("link", { name: "See our impact" })).toHaveAttribute("href", "/#impact")
  await expect(thanks.getByRole("link", { name: "See our programs" })).toHaveAttribute("href", "/programs")
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Escape")
  await expect(form(page).getByLabel(/^Name/)).toHaveValue("")
  const rows = await sql`select name, amount, message, status from donations where email = ${user.email}`
  expect([...rows]).toEqual([{ name: user.name, amount: 2500, message: "Kenbe la!", status: "succeeded" }])
  await expect.poll(() => emails().filter(({ to }) => to.includes(user.email)).length).toBe(1)
})

test("spec §5: blank fields give an anonymous donation, and the form starts again with 25 dollars", async ({
  page,
  sql,
}) => {
  await page.goto("/donate")
  await custom(page).fill("17.35")
  await give(page, "$17.35").click()
  const thanks = page.getByRole("dialog", { name: "Thank you for your gift!" })
  await expect(thanks).toContainText("Your $17.35 helps a learner stay online.")
  await expect(thanks).not.toContainText("receipt")
  await page.keyboard.press("Escape")
  await expect(custom(page)).toHaveValue("")
  await expect(preset(page, "$25")).toBeChecked()
  await expect(give(page, "$25.00")).toBeVisible()
  const rows = await sql`select name, email, status from donations where amount = 1735`
  expect([...rows]).toEqual([{ name: "Anonymous Donor", email: null, status: "succeeded" }])
})

test("the presets and the custom amount replace each other, and one intent is made per amount, after a pause", async ({
  page,
}) => {
  const intents: { amount: number; key: string | undefined }[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/api/create-payment-intent"))
      intents.push({ amount: request.postDataJSON().amount, key: request.headers()["idempotency-key"] })
  })
  await page.goto("/donate", { waitUntil: "networkidle" })
  await expect(page.locator("#donate [data-island]")).toHaveAttribute("data-hydrated")
  expect(intents).toEqual([])
  await page.clock.install()
  const radios = form(page).locator("[name=amount]")
  expect(await radios.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))).toEqual([
    "25",
    "50",
    "100",
    "250",
    "500",
  ])
  await custom(page).pressSequentially("100")
  await expect(preset(page, "$100")).toBeChecked()
  await custom(page).press("Backspace")
  await expect(form(page).locator("[name=amount]:checked")).toHaveCount(0)
  await expect(give(page, "$10.00")).toBeVisible()
  await page.clock.runFor(699)
  expect(intents).toEqual([])
  const made = page.waitForResponse(INTENTS)
  await page.clock.runFor(1)
  await made
  await preset(page, "$250").check()
  await expect(custom(page)).toHaveValue("")
  await expect(give(page, "$250.00")).toBeVisible()
  const second = page.waitForResponse(INTENTS)
  await page.clock.runFor(700)
  await second
  expect(intents.map(({ amount }) => amount)).toEqual([1000, 25_000])
  expect(new Set(intents.map(({ key }) => key)).size).toBe(2)
})

test("spec §5: a custom amount below 1 dollar changes nothing, and is refused with a reason", async ({ page }) => {
  // Otherwise the page still scrolls to the invalid field when the button is pressed, and is released elsewhere.
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.goto("/donate")
  await custom(page).fill("0.99")
  await give(page, "$25.00").click()
  await expect(form(page).getByText("The smallest donation is 1 dollar")).toBeVisible()
  await expect(custom(page)).toBeFocused()
  await form(page)
    .getByLabel(/^Email/)
    .fill("rose")
  await custom(page).fill("1")
  await give(page, "$1.00").click()
  await expect(form(page).getByText("Valid email is required")).toBeVisible()
  await expect(form(page).getByLabel(/^Email/)).toBeFocused()
  expect(await axe(page)).toEqual([])
})

for (const [result, message] of [
  ["The bank declines", "There was a problem processing your payment."],
  ["Not enough money on the card", "There was a problem processing your payment."],
] as const) {
  test(`spec §8: ${result}: an error dialog with Try Again, which pays again`, async ({ page, sql, user }) => {
    await page.goto("/donate")
    await form(page)
      .getByLabel(/^Email/)
      .fill(user.email)
    await card(page, result).check()
    await give(page, "$25.00").click()
    await expect(error(page)).toContainText("Payment Issue")
    await expect(error(page)).toContainText(message)
    expect(await axe(page)).toEqual([])
    await error(page).getByRole("button", { name: "Try Again" }).click()
    await expect(error(page)).toContainText("Payment Issue")
    await error(page).getByRole("button", { name: "Dismiss" }).click()
    await card(page, "The payment succeeds").check()
    await give(page, "$25.00").click()
    await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toBeVisible()
    expect([...(await sql`select status from donations where email = ${user.email}`)]).toEqual([
      { status: "succeeded" },
    ])
  })
}

test("a payment that needs a confirmation waits for it: refused, then confirmed", async ({ page }) => {
  await page.goto("/donate")
  await card(page, "The bank asks the donor to confirm").check()
  await give(page, "$25.00").click()
  await expect(form(page).getByText("Your bank asks: is this payment yours?")).toBeFocused()
  await expect(form(page).getByRole("button", { name: "Processing…" })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await form(page).getByRole("button", { name: "No, refuse" }).click()
  await expect(error(page)).toContainText("Payment Issue")
  await error(page).getByRole("button", { name: "Try Again" }).click()
  await form(page).getByRole("button", { name: "Yes, confirm" }).click()
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toBeVisible()
})

test("spec §8: a payment that stays in process says so, and offers no second payment", async ({ page }) => {
  await page.goto("/donate")
  await card(page, "The bank takes days").check()
  await give(page, "$25.00").click()
  await expect(error(page)).toContainText("Payment could not be completed. Status: processing")
  await expect(error(page)).toContainText("Do not pay again")
  await expect(error(page).getByRole("button", { name: "Try Again" })).toHaveCount(0)
})

test("spec §8: without an intent the form says so, and Try Again makes one with a new key", async ({ page }) => {
  const keys: (string | undefined)[] = []
  await page.goto("/donate")
  await page.route(INTENTS, async (route) => {
    keys.push(route.request().headers()["idempotency-key"])
    if (keys.length > 1) await route.continue()
    else await route.fulfill({ status: 503, json: { code: "payments.unavailable", message: "later" } })
  })
  // Before, the form does not see which amount is chosen, and makes the intent at the submit.
  await expect(page.locator("#donate [data-island]")).toHaveAttribute("data-hydrated")
  await preset(page, "$50").check()
  const failure = form(page).getByText("Failed to initialize payment. Please refresh the page.")
  await expect(failure).toBeVisible()
  expect(await axe(page)).toEqual([])
  await form(page).getByRole("button", { name: "Try Again" }).click()
  await expect(failure).toBeHidden()
  await expect.poll(() => new Set(keys).size).toBe(2)
  await give(page, "$50.00").click()
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toContainText("$50.00")
  expect(keys).toHaveLength(2)
})

test("offline the form says that nothing is lost, and pays once the connection is back", async ({ page, context }) => {
  await page.goto("/donate", { waitUntil: "networkidle" })
  await form(page).getByLabel(/^Name/).fill("Rose")
  await expect(give(page, "$25.00")).toBeVisible()
  // The first submit loads the contract.
  await custom(page).fill("0")
  await give(page, "$25.00").click()
  await expect(custom(page)).toBeFocused()
  await custom(page).fill("")
  await context.setOffline(true)
  await preset(page, "$100").check()
  await give(page, "$100.00").click()
  await expect(form(page).getByText("You are offline. What you wrote is still here.")).toBeVisible()
  await expect(form(page).getByLabel(/^Name/)).toHaveValue("Rose")
  // Before, the notice can be that of the amount: a submit that still runs would pay once the connection is back.
  await expect(give(page, "$100.00")).toBeVisible()
  await context.setOffline(false)
  await give(page, "$100.00").click()
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toContainText("$100.00")
})

test("two taps on Give are one payment", async ({ page, sql, user }) => {
  await page.goto("/donate")
  await form(page)
    .getByLabel(/^Email/)
    .fill(user.email)
  await give(page, "$25.00").dblclick()
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toBeVisible()
  expect(await sql`select 1 from donations where email = ${user.email}`).toHaveLength(1)
})

test("a donor gives by keyboard alone", async ({ page }) => {
  await page.goto("/donate")
  await preset(page, "$25").focus()
  await page.keyboard.press("ArrowRight")
  await expect(give(page, "$50.00")).toBeVisible()
  for (let stops = 0; stops < 20; stops++) {
    if (await give(page, "$50.00").evaluate((button) => button === document.activeElement)) break
    await page.keyboard.press("Tab")
  }
  await expect(give(page, "$50.00")).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toContainText("$50.00")
  await page.keyboard.press("Escape")
  await expect(give(page, "$25.00")).toBeFocused()
})

test("long input stays inside the form, and what was typed survives a change of language", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto("/donate")
  await form(page).getByLabel(/^Name/).fill("Marie-Ange Désir ".repeat(5).trim())
  await form(page).getByLabel("A few words for us").fill("Kenbela".repeat(60))
  await custom(page).fill("999999.99")
  await expect(give(page, "$999999.99")).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await expect.poll(() => page.evaluate(() => sessionStorage["drafts"])).toContain("Kenbela")
  await page.goto("/fr/donate")
  await expect(form(page).getByLabel(/^Nom/)).toHaveValue("Marie-Ange Désir ".repeat(5).trim())
})

for (const [path, button, thanks] of [
  ["/fr/donate", "Donner $25.00", "Merci pour votre don !"],
  ["/ht/donate", "Bay $25.00", "Mèsi pou don ou a!"],
  ["/es/donate", "Dona $25.00", "¡Gracias por tu donación!"],
] as const) {
  test(`${path} takes a donation in its language`, async ({ page }) => {
    await page.goto(path)
    await form(page).getByRole("button", { name: button }).click()
    await expect(page.getByRole("dialog", { name: thanks })).toContainText("$25.00")
  })
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("a donor pays on a page of its own: declined, confirmed, thanked", async ({ page, sql, user }) => {
    await page.goto("/fr/donate")
    await form(page).locator("[name=customAmount]").fill("30.50")
    await form(page).locator("[name=donorEmail]").fill(user.email)
    const button = form(page).locator("[type=submit]").first()
    await expect(button).toHaveText("Donner", { useInnerText: true })
    await button.click()
    await expect(page).toHaveURL(/\/fr\/donate\/test-payment\/pi_[^_]+$/)
    await page.getByRole("radio", { name: "La banque refuse" }).check()
    await page.getByRole("button", { name: "Payer $30.50 en mode test" }).click()
    await expect(page.getByRole("alert")).toBeVisible()
    await page.getByRole("radio", { name: "La banque demande une confirmation" }).check()
    await page.getByRole("button", { name: "Payer $30.50 en mode test" }).click()
    await page.getByRole("button", { name: "Oui, confirmer" }).click()
    await expect(page).toHaveURL(/\/fr\/donate\?success=true&sent=donation#donate$/)
    await expect(form(page).getByRole("status")).toContainText("Merci pour votre don !")
    const rows = await sql`select amount, status, language from donations where email = ${user.email}`
    expect([...rows]).toEqual([{ amount: 3050, status: "succeeded", language: "fr" }])
  })

  test("an invalid field shows its error, and the form keeps its values", async ({ page, user }) => {
    await page.goto("/donate")
    await form(page).locator("[name=donorName]").fill(user.name)
    await preset(page, "$100").check()
    // Without validation by the browser, as some of them have none.
    await form(page).evaluate((element: HTMLFormElement) => {
      element.noValidate = true
    })
    await form(page).locator("[name=donorEmail]").fill("rose")
    await form(page).locator("[type=submit]").first().click()
    await expect(form(page).locator(".error")).toHaveText("Valid email is required")
    await expect(form(page).locator("[name=donorName]")).toHaveValue(user.name)
    await expect(preset(page, "$100")).toBeChecked()
  })
})

test("the sandbox's payment page has no axe violation, and an unknown one is 404", async ({ page }) => {
  await page.goto("/donate")
  await form(page).getByRole("button", { name: "Trouble paying? Use the secure page" }).click()
  await expect(page.getByRole("heading", { name: "Test payment" })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole("radio", { name: "The bank takes days" }).check()
  await page.getByRole("button", { name: "Pay $25.00 in test mode" }).click()
  await expect(page.getByRole("alert")).toContainText("Payment could not be completed. Status: processing")
  expect(await axe(page)).toEqual([])
  const unknown = await page.goto("/donate/test-payment/pi_unknown123")
  expect(unknown?.status()).toBe(404)
})

test("with the sandbox /donate sends requests to the product's own origin only", async ({ page, product }) => {
  const requests: string[] = []
  page.on("request", (request) => requests.push(request.url()))
  await page.goto("/donate", { waitUntil: "networkidle" })
  await form(page).scrollIntoViewIfNeeded()
  await give(page, "$25.00").click()
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toBeVisible()
  expect(requests.filter((url) => !url.startsWith(product.url))).toEqual([])
})
