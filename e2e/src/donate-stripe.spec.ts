import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { stripeTest as test } from "./fixtures.ts"
import { isEnglish, PUBLIC_ADDRESSES } from "./public-pages.ts"
import { type Stripe, stubStripe } from "./stripe.ts"

const form = (page: Page) => page.locator("#donate form")
const give = (page: Page, amount: string) => form(page).getByRole("button", { name: `Give ${amount}`, exact: true })
const error = (page: Page) => page.getByRole("alertdialog")
const fields = (page: Page) => form(page).getByTitle("Secure payment input frame")
const named = (calls: readonly { name: string; options: object }[], name: string) =>
  calls.filter((call) => call.name === name).map(({ options }) => options)

test("no other site is asked before the form comes near, and nothing breaks the page's policy", async ({
  page,
  stripe,
  product,
}) => {
  const problems: string[] = []
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()))
  await page.setViewportSize({ width: 390, height: 150 })
  const { requests } = await stubStripe(page, stripe)
  const foreign = recordForeign(page, product.url)
  await page.goto("/donate", { waitUntil: "networkidle" })
  await expect(page.locator("#donate [data-island]")).toHaveAttribute("data-hydrated")
  expect(foreign).toEqual([])
  await form(page).scrollIntoViewIfNeeded()
  await expect(fields(page)).toBeVisible()
  expect(requests.slice(0, 1)).toEqual(["https://js.stripe.com/endive/stripe.js"])
  await give(page, "$25.00").click()
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toBeVisible()
  expect(problems).toEqual([])
})

test("with data saver nothing of Stripe is requested before somebody touches the form", async ({
  page,
  context,
  stripe,
  baseURL,
}) => {
  await context.addCookies([{ name: "save", value: "on", url: baseURL ?? "" }])
  const { requests } = await stubStripe(page, stripe)
  await page.goto("/donate", { waitUntil: "networkidle" })
  await form(page).scrollIntoViewIfNeeded()
  expect(requests).toEqual([])
  await form(page).getByLabel(/^Name/).focus()
  await expect(fields(page)).toBeVisible()
})

test("no other page requests anything of another site, nor may it", async ({ page, stripe, request, product }) => {
  await stubStripe(page, stripe)
  const foreign = recordForeign(page, product.url)
  const pages = PUBLIC_ADDRESSES.filter((address) => isEnglish(address) && address !== "/donate")
  for (const path of [...pages, "/fr/about"]) {
    await page.goto(path, { waitUntil: "networkidle" })
    expect((await request.get(path)).headers()["content-security-policy"]).not.toContain("stripe")
  }
  expect([pages.length > 10, foreign]).toEqual([true, []])
})

/** @returns the addresses of other sites that the page has requested so far */
function recordForeign(page: Page, ownOrigin: string): readonly string[] {
  const urls: string[] = []
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith("http") && origin !== ownOrigin) urls.push(request.url())
  })
  return urls
}

test("spec §7: the card is charged with the donor's billing details, and the ledger knows it", async ({
  page,
  stripe,
  sql,
  user,
}) => {
  const { calls } = await stubStripe(page, stripe)
  await page.goto("/donate")
  await expect(fields(page)).toBeVisible()
  await form(page).getByLabel(/^Name/).fill(user.name)
  await form(page)
    .getByLabel(/^Email/)
    .fill(user.email)
  await form(page).getByLabel("Other amount in US dollars").fill("40")
  await give(page, "$40.00").click()
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toContainText("$40.00")
  const made = await calls()
  expect(named(made, "Stripe")).toEqual([{ key: "pk_test_1", locale: "en" }])
  expect(named(made, "elements")[0]).toMatchObject({ mode: "payment", amount: 2500, currency: "usd" })
  expect(named(made, "create")[0]).toEqual({ kind: "payment", layout: "tabs", business: { name: "HaiTech" } })
  expect(named(made, "update")).toContainEqual({ mode: "payment", amount: 4000 })
  const [{ id } = { id: "" }] = await sql<{ id: string }[]>`
    select intent_id as id from donations where email = ${user.email} and status = 'succeeded' and amount = 4000`
  expect(named(made, "confirmPayment")).toEqual([
    {
      clientSecret: `${id}_secret_1`,
      confirmParams: {
        return_url: `${new URL(page.url()).origin}/donate?success=true`,
        payment_method_data: { billing_details: { name: user.name, email: user.email } },
      },
      redirect: "if_required",
    },
  ])
  // The fields are empty for the next donation.
  expect([named(made, "mount").length, named(made, "destroy").length]).toEqual([2, 1])
})

test("for a monthly gift Stripe's fields are told that it is a subscription, and a new intent is made", async ({
  page,
  stripe,
  sql,
  user,
}) => {
  const { calls } = await stubStripe(page, stripe)
  await page.goto("/donate")
  await expect(fields(page)).toBeVisible()
  await form(page)
    .getByLabel(/^Email/)
    .fill(user.email)
  await form(page).getByRole("radio", { name: "Monthly" }).check()
  await form(page)
    .getByRole("checkbox", { name: /^Cover the card fee.* You pay \$26\.06 in all each month\.$/ })
    .check()
  await give(page, "$26.06 each month").click()
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toContainText("repeats each month")
  const made = await calls()
  expect(named(made, "update")).toContainEqual({ mode: "subscription", amount: 2606 })
  expect(named(made, "confirmPayment")).toHaveLength(1)
  const [gift] = await sql`
    select frequency, subscription_id is not null as repeats, donations.status, donations.amount, donations.fee_covered
    from donations
    join monthly_gifts on monthly_gifts.id = monthly_gift_id
    where email = ${user.email} and donations.amount = 2606`
  expect(gift).toEqual({ frequency: "monthly", repeats: true, status: "succeeded", amount: 2606, fee_covered: 106 })
  // The fields that are mounted for the next donation start with one time.
  await expect.poll(async () => named(await calls(), "update").at(-1)).toEqual({ mode: "payment", amount: 2500 })
})

test("an anonymous donor's placeholder address does not reach Stripe", async ({ page, stripe }) => {
  const { calls } = await stubStripe(page, stripe)
  await page.goto("/donate")
  await give(page, "$25.00").click()
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toBeVisible()
  expect(named(await calls(), "confirmPayment")).toMatchObject([
    { confirmParams: { payment_method_data: { billing_details: { name: "Anonymous Donor" } } } },
  ])
  expect(JSON.stringify(await calls())).not.toContain("donor.invalid")
})

test("the card fields have the colours of the page's theme, and follow its change", async ({ page, stripe }) => {
  const { calls } = await stubStripe(page, stripe)
  await page.emulateMedia({ colorScheme: "dark" })
  await page.goto("/donate")
  await expect(fields(page)).toBeVisible()
  expect(named(await calls(), "elements")[0]).toMatchObject({
    appearance: { theme: "night", variables: { colorBackground: "rgb(14, 23, 49)", colorText: "rgb(228, 233, 247)" } },
  })
  await page.getByRole("button", { name: "Light" }).click()
  await expect
    .poll(async () => named(await calls(), "update").at(-1))
    .toMatchObject({ appearance: { theme: "stripe", variables: { colorBackground: "rgb(255, 255, 255)" } } })
})

test("spec §8: a refused card shows an error dialog, whose Try Again charges the same intent", async ({
  page,
  stripe,
}) => {
  const declined = { error: { type: "card_error", message: "Your card was declined.", decline_code: "do_not_honor" } }
  const { calls } = await stubStripe(page, stripe, { results: [declined, { paymentIntent: { status: "succeeded" } }] })
  await page.goto("/donate")
  await give(page, "$25.00").click()
  await expect(error(page)).toContainText("Payment Issue")
  await expect(error(page)).toContainText("Please check your payment information and try again.")
  await error(page).getByRole("button", { name: "Try Again" }).click()
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toBeVisible()
  const secrets = named(await calls(), "confirmPayment").map((options) => JSON.stringify(options))
  expect([secrets.length, new Set(secrets).size]).toEqual([2, 1])
})

test("spec §8: a test card in live mode has a dialog of its own", async ({ page, stripe }) => {
  const refused = { type: "card_error", message: "Your card was declined.", decline_code: "live_mode_test_card" }
  await stubStripe(page, stripe, { results: [{ error: refused }] })
  await page.goto("/donate")
  await give(page, "$25.00").click()
  await expect(error(page)).toContainText("Payment System Notice")
})

test("spec §8: any other status than succeeded is an error with that status", async ({ page, stripe }) => {
  await stubStripe(page, stripe, { results: [{ paymentIntent: { status: "requires_capture" } }] })
  await page.goto("/donate")
  await give(page, "$25.00").click()
  await expect(error(page)).toContainText("Payment could not be completed. Status: requires_capture")
  await expect(error(page).getByRole("button", { name: "Try Again" })).toBeVisible()
})

test("a payment whose first reply was lost is not an error", async ({ page, stripe }) => {
  const paid = { type: "invalid_request_error", message: "already paid", payment_intent: { status: "succeeded" } }
  await stubStripe(page, stripe, { results: [{ error: paid }] })
  await page.goto("/donate")
  await give(page, "$25.00").click()
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toBeVisible()
})

test("incomplete card fields show what is missing themselves, and nothing is charged", async ({ page, stripe }) => {
  const incomplete = { error: { type: "validation_error", message: "Your card number is incomplete." } }
  const { calls } = await stubStripe(page, stripe, { submits: [incomplete, {}] })
  const before = stripe.intents.size
  await page.goto("/donate")
  await give(page, "$25.00").click()
  await expect(form(page).getByRole("button", { name: "Processing…" })).toHaveCount(0)
  await expect(fields(page)).toBeVisible()
  expect([named(await calls(), "confirmPayment"), stripe.intents.size]).toEqual([[], before])
  await give(page, "$25.00").click()
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toBeVisible()
})

test("where Stripe's script cannot load, the form says so and Give opens Stripe's page", async ({
  page,
  stripe,
  sql,
  user,
}) => {
  await stubStripe(page, stripe, { isBlocked: true })
  await page.goto("/donate")
  await expect(form(page).getByText("The card fields could not load.")).toBeVisible()
  await expect(form(page).getByRole("radio", { name: "Monthly" })).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await form(page)
    .getByLabel(/^Email/)
    .fill(user.email)
  await expectCheckout(page, () => give(page, "$25.00").click())
  const [row] = await sql`select id, intent_id, status from donations where email = ${user.email}`
  expect(row).toMatchObject({ intent_id: null, status: "pending" })
  const checkout = stripe.checkouts.find((form_) => form_.get("customer_email") === user.email)
  expect(checkout?.get("payment_intent_data[metadata][reference]")).toBe(row?.["id"])
})

test("a donor may use Stripe's page at once", async ({ page, stripe }) => {
  await stubStripe(page, stripe)
  await page.goto("/donate")
  await expectCheckout(page, () =>
    form(page).getByRole("button", { name: "Trouble paying? Use the secure page" }).click(),
  )
})

/** A redirect is not routed to the stub, so the request is all that can be seen; the page's policy must allow it. */
async function expectCheckout(page: Page, act: () => Promise<void>): Promise<void> {
  const blocked: string[] = []
  page.on("console", (message) => /Content Security Policy/.test(message.text()) && blocked.push(message.text()))
  const failed = page.waitForEvent(
    "requestfailed",
    (request) => request.url() === "https://checkout.stripe.com/c/pay/cs_test_1",
  )
  await act()
  expect((await failed).failure()?.errorText).not.toContain("BLOCKED_BY_CSP")
  expect(blocked).toEqual([])
}

test("a donor who comes back from the bank is thanked, and the secret leaves the address", async ({
  page,
  stripe,
  sql,
  user,
}) => {
  const id = await payAtBank(page, stripe, user)
  const query = `success=true&payment_intent=${id}&payment_intent_client_secret=${id}_secret_1`
  await page.goto(`/donate?${query}&redirect_status=succeeded`)
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toContainText("$25.00")
  await expect(page).toHaveURL(/\/donate\?success=true$/)
  const rows = await sql`select status, name from donations where intent_id = ${id}`
  expect([...rows]).toEqual([{ status: "succeeded", name: user.name }])
})

test("a donor who comes back in another browser is thanked without an amount", async ({ page, stripe, user }) => {
  const id = await payAtBank(page, stripe, user)
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`/donate?success=true&payment_intent=${id}&redirect_status=succeeded`)
  const thanks = page.getByRole("dialog", { name: "Thank you for your gift!" })
  await expect(thanks).toContainText("It helps a learner stay online.")
  await expect(thanks).not.toContainText("$0")
})

test("the name, the email and the message are known before the bank decides, and it works on without a second payment", async ({
  page,
  stripe,
  sql,
  user,
}) => {
  const id = await payAtBank(page, stripe, user, "processing")
  await expect
    .poll(() => sql`select name, email from donations where intent_id = ${id}`)
    .toMatchObject([{ name: user.name, email: user.email }])
  for (const result of ["succeeded", "pending"]) {
    await page.goto(`/donate?success=true&payment_intent=${id}&redirect_status=${result}`)
    await expect(error(page)).toContainText("Status: processing. Your bank is still working on it. Do not pay again")
  }
})

test("a form that was left open for a day makes a new intent", async ({ page, stripe }) => {
  await page.clock.install()
  const { calls } = await stubStripe(page, stripe)
  await page.goto("/donate", { waitUntil: "networkidle" })
  const made = () => page.waitForResponse("**/api/create-payment-intent")
  const first = made()
  await form(page).locator("[name=amount][value='50']").check({ force: true })
  await page.clock.runFor(700)
  const { paymentIntentId } = await (await first).json()
  await page.clock.fastForward("21:00:00")
  const second = made()
  await give(page, "$50.00").click()
  await second
  await expect.poll(async () => named(await calls(), "confirmPayment").length).toBe(1)
  expect(JSON.stringify(named(await calls(), "confirmPayment"))).not.toContain(paymentIntentId)
})

test("a donor whose bank refused is told so", async ({ page, stripe, user }) => {
  const id = await payAtBank(page, stripe, user)
  await page.goto(`/donate?success=true&payment_intent=${id}&redirect_status=failed`)
  await expect(error(page)).toContainText("Payment could not be completed. Status: requires_payment_method")
})

/** Leaves the page while the payment waits for the bank. @returns the intent */
async function payAtBank(
  page: Page,
  stripe: Stripe,
  user: { name: string; email: string },
  status = "succeeded",
): Promise<string> {
  const { calls } = await stubStripe(page, stripe)
  await page.goto("/donate")
  await expect(page.locator("#donate [data-island]")).toHaveAttribute("data-hydrated")
  const made = page.waitForResponse("**/api/create-payment-intent")
  await form(page).getByLabel(/^Name/).fill("M")
  await made
  await form(page).getByLabel(/^Name/).fill(user.name)
  await form(page)
    .getByLabel(/^Email/)
    .fill(user.email)
  await page.route("https://api.stripe.com/confirm**", () => undefined)
  await give(page, "$25.00").click()
  await expect.poll(async () => named(await calls(), "confirmPayment").length).toBe(1)
  const [{ clientSecret } = { clientSecret: "" }] = named(await calls(), "confirmPayment") as { clientSecret: string }[]
  const id = clientSecret.split("_secret_")[0] ?? ""
  const intent = stripe.intents.get(id)
  if (intent) intent.status = status
  return id
}

test("the page's form has no axe violation with Stripe's fields", async ({ page, stripe }) => {
  await stubStripe(page, stripe)
  await page.goto("/donate")
  await expect(fields(page)).toBeVisible()
  expect(await axe(page)).toEqual([])
})
