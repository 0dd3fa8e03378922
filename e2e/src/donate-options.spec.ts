import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"

const form = (page: Page) => page.locator("#donate form")
const give = (page: Page, amount: string) => form(page).getByRole("button", { name: `Give ${amount}`, exact: true })
const fee = (page: Page) => form(page).getByRole("checkbox", { name: /^Cover the card fee/ })
const tribute = (page: Page) => form(page).getByRole("checkbox", { name: "Give in honor or in memory of somebody" })
const privacy = (page: Page) => form(page).getByRole("checkbox", { name: /^Keep my name private/ })
const honoree = (page: Page) => form(page).getByLabel("The person's name")
const notified = (page: Page) => form(page).getByLabel("Their email")

test("the donor reads the email about the gift before paying, until a field changes", async ({ page, user }) => {
  await page.goto("/donate")
  await tribute(page).check()
  const button = form(page).getByRole("button", { name: "Preview their email" })
  const preview = form(page).getByRole("status")
  await button.click()
  await expect(preview).toHaveText("Please enter the person's name")
  await honoree(page).fill("Toussaint")
  await expect(preview).toBeEmpty()
  await form(page).getByLabel(/^Name/).fill(user.name)
  await form(page).getByLabel("A few words for them").fill("Kenbe la")
  await button.click()
  await expect(preview).toContainText("A gift in honor of Toussaint")
  await expect(preview).toContainText(`${user.name} made a gift`)
  await expect(preview).toContainText("Kenbe la")
  expect(await axe(page)).toEqual([])
  await privacy(page).check()
  await expect(preview).toBeEmpty()
  await page.context().setOffline(true)
  await button.click()
  await expect(preview).toContainText("trouble connecting")
})

test("a donor covers the fee, keeps the name private, and an email about the gift in memory never says its amount", async ({
  page,
  sql,
  emails,
  user,
}) => {
  const intents: { amount: number; tribute?: object }[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/api/create-payment-intent")) intents.push(request.postDataJSON())
  })
  await page.goto("/donate")
  await expect(page.locator("#donate [data-island]")).toHaveAttribute("data-hydrated")
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const option of [fee(page), tribute(page), privacy(page)]) await expect(option).not.toBeChecked()
  await form(page).getByLabel("Other amount in US dollars").fill("30")
  await expect(
    form(page).getByText("Adds $1.21, which a card payment usually costs. You pay $31.21 in all."),
  ).toBeVisible()
  await expect(give(page, "$30.00")).toBeVisible()
  await fee(page).press("Space")
  await expect(give(page, "$31.21")).toBeVisible()
  await expect(form(page).getByText("$31.21 today, one time.")).toBeVisible()
  await expect(honoree(page)).toBeHidden()
  await tribute(page).press("Space")
  for (const input of ["In honor of", "The person's name", "Their email"]) {
    await page.keyboard.press("Tab")
    await expect(form(page).getByLabel(input)).toBeFocused()
  }
  await form(page).getByRole("radio", { name: "In memory of" }).check()
  await form(page).getByLabel("A few words for them").fill("Kenbe la")
  await privacy(page).check()
  await page.clock.runFor(5000)
  expect(intents).toEqual([])
  await page.clock.resume()
  await give(page, "$31.21").click()
  await expect(honoree(page)).toBeFocused()
  await expect(honoree(page)).toHaveAccessibleDescription("Please enter the person's name")
  await honoree(page).fill("Toussaint")
  await give(page, "$31.21").click()
  await expect(notified(page)).toBeFocused()
  await expect(notified(page)).toHaveAccessibleDescription("Please enter the email of the person we tell")
  expect(await axe(page)).toEqual([])
  const friend = `friend-${user.email}`
  await notified(page).fill(friend)
  await form(page).getByLabel(/^Name/).fill(user.name)
  await form(page)
    .getByLabel(/^Email/)
    .fill(user.email)
  await give(page, "$31.21").click()
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toContainText("Your $31.21")
  await page.keyboard.press("Escape")
  for (const option of [fee(page), tribute(page), privacy(page)]) await expect(option).not.toBeChecked()
  await expect(give(page, "$25.00")).toBeVisible()
  expect(intents).toMatchObject([{ amount: 3121, feeCovered: 121, isAnonymous: true, tribute: { type: "memory" } }])
  const rows = await sql`
    select amount, fee_covered, is_anonymous, type, honoree, notify_email from donations
    join tributes on donation_id = donations.id where email = ${user.email}`
  expect([...rows]).toEqual([
    { amount: 3121, fee_covered: 121, is_anonymous: true, type: "memory", honoree: "Toussaint", notify_email: friend },
  ])
  const sent = () => emails().filter(({ to }) => to.includes(friend))
  await expect.poll(() => sent().length).toBe(1)
  expect(sent()[0]?.text).toContain("Somebody made a gift to HaiTech in memory of Toussaint.")
  expect(sent()[0]?.text).not.toMatch(/31\.21|Désir/)
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("the options are posted: a missing name is shown beside its field, and the next page asks for the total", async ({
    page,
    sql,
    user,
  }) => {
    await page.goto("/fr/donate")
    const box = (name: string) => form(page).locator(`[name=${name}]`)
    const person = form(page).getByLabel("Le nom de cette personne")
    await expect(form(page).locator("noscript small")).toBeVisible()
    expect(await form(page).locator("noscript small").textContent()).toContain("2.9")
    await expect(form(page).getByText("Vous payez")).toBeHidden()
    await form(page).locator("[name=donorEmail]").fill(user.email)
    await expect(person).toBeHidden()
    for (const name of ["coversFee", "hasTribute", "isAnonymous"]) await box(name).check()
    await form(page).getByRole("radio", { name: "À la mémoire de" }).check()
    await form(page).locator("[type=submit]").first().click()
    await expect(person).toHaveAccessibleDescription("Veuillez indiquer le nom de la personne")
    for (const name of ["coversFee", "hasTribute", "isAnonymous"]) await expect(box(name)).toBeChecked()
    await expect(form(page).getByRole("radio", { name: "À la mémoire de" })).toBeChecked()
    await person.fill("Toussaint")
    await form(page).locator("[type=submit]").first().click()
    await expect(page.getByRole("button", { name: "Payer $26.06 en mode test" })).toBeVisible()
    const rows = await sql`
      select amount, fee_covered, is_anonymous, type, honoree from donations
      join tributes on donation_id = donations.id where email = ${user.email}`
    expect([...rows]).toEqual([
      { amount: 2606, fee_covered: 106, is_anonymous: true, type: "memory", honoree: "Toussaint" },
    ])
  })
})
