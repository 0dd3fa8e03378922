import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { PASSWORD, register } from "./members.ts"
import { toast } from "./toast.ts"

const PHONE = { width: 390, height: 844 }

const LANGUAGES = [
  {
    path: "",
    join: "Join Free",
    start: "Choose a password and start",
    thanks: "Thank you, Marie-Ange Désir!",
  },
  {
    path: "/fr",
    join: "Adhérer gratuitement",
    start: "Choisir un mot de passe et commencer",
    thanks: "Merci, Marie-Ange Désir",
  },
  {
    path: "/ht",
    join: "Vin manm gratis",
    start: "Chwazi yon modpas epi kòmanse",
    thanks: "Mèsi, Marie-Ange Désir",
  },
  {
    path: "/es",
    join: "Únete gratis",
    start: "Elegir una contraseña y empezar",
    thanks: "Marie-Ange Désir",
  },
]

/** The addresses of every request and page, which must not have personal data. */
function recordAddresses(page: Page): string[] {
  const addresses: string[] = []
  page.on("request", (request) => addresses.push(request.url()))
  page.on("framenavigated", (frame) => addresses.push(frame.url()))
  return addresses
}

function expectNoPersonalData(addresses: readonly string[], { email }: { readonly email: string }): void {
  expect(addresses.length).toBeGreaterThan(3)
  const personal = addresses.filter((address) => /marie|d%C3%A9sir|désir/i.test(address) || address.includes(email))
  expect(personal).toEqual([])
}

for (const { path, join, start, thanks } of LANGUAGES) {
  test(`${path || "/en"}: by keyboard from Join Free to the dashboard's next step in three screens`, async ({
    page,
    user,
  }) => {
    const addresses = recordAddresses(page)
    const screens: string[] = []
    page.on("framenavigated", (frame) => screens.push(new URL(frame.url()).pathname))
    await page.setViewportSize(PHONE)
    await page.goto(path || "/")
    await page.locator("header .menu-button").focus()
    await page.keyboard.press("Enter")
    await page.locator("header").getByRole("link", { name: join }).focus()
    await page.keyboard.press("Enter")
    const dialog = page.locator("#join")
    await expect(dialog.locator("[name=name]")).toBeVisible()
    await dialog.locator("[name=name]").fill(user.name)
    await dialog.locator("[name=email]").fill(user.email)
    await dialog.locator("[name=program]").selectOption("coding")
    await dialog.locator("[name=email]").press("Enter")
    await expect(page.getByRole("dialog")).toHaveCount(1)
    await expect(page.getByRole("dialog")).toContainText(thanks)
    await expect(page.getByRole("link", { name: start })).toBeFocused()
    await page.keyboard.press("Enter")
    await page.waitForURL(`**${path}/register`)
    await expect(page.locator("[name=firstName]")).toHaveValue("Marie-Ange")
    await expect(page.locator("[name=lastName]")).toHaveValue("Désir")
    await expect(page.locator("[name=username]")).toHaveValue("marieange.desir")
    await expect(page.locator("[name=email]")).toHaveValue(user.email)
    await page.locator("[name=username]").fill(user.email.slice(0, 20))
    await page.locator("[name=password]").fill(PASSWORD)
    await page.locator("[name=confirmPassword]").fill(PASSWORD)
    await page.locator("[name=confirmPassword]").press("Enter")
    await page.waitForURL(`**${path}/member-dashboard`)
    await expect(page.locator("#main .next-step").getByRole("link")).toHaveAttribute(
      "href",
      `${path}/learn/javascript-fundamentals/first-words`,
    )
    expect(screens).toEqual([path || "/", `${path}/register`, `${path}/member-dashboard`])
    expectNoPersonalData(addresses, user)
  })
}

test("the membership form gives the same thank-you, beside its welcome", async ({ page, user }) => {
  await page.goto("/")
  const form = page.locator("#membership form")
  await form.locator("[name=name]").fill(user.name)
  await form.locator("[name=email]").fill(user.email)
  await form.locator("[type=submit]").click()
  const dialog = page.getByRole("dialog", { name: `Thank you, ${user.name}!` })
  await expect(dialog.getByRole("link", { name: "Choose a password and start" })).toHaveAttribute("href", "/register")
  await expect(toast(page)).toContainText("Thank you for joining!")
  expect(await axe(page)).toEqual([])
  await dialog.getByText("Close", { exact: true }).click()
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await form.locator("[name=name]").fill("Ada")
  await form.locator("[name=email]").fill(user.email)
  await form.locator("[type=submit]").click()
  await expect(page.getByRole("dialog", { name: "Thank you, Ada!" })).toBeVisible()
})

test("a member who joins again is led to the dashboard", async ({ page, user, baseURL }) => {
  await register(page, user, baseURL)
  await page.goto("/")
  const form = page.locator("#membership form")
  await form.locator("[name=name]").fill(user.name)
  await form.locator("[name=email]").fill(user.email)
  await form.locator("[type=submit]").click()
  const dialog = page.getByRole("dialog", { name: `Thank you, ${user.name}!` })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole("link", { name: "Choose a password and start" })).toBeHidden()
  await dialog.getByRole("link", { name: "Open my dashboard" }).click()
  await page.waitForURL("**/member-dashboard")
  await expect(page.getByRole("heading", { name: "Choose what you want to learn" })).toBeVisible()
})

test("where the thank-you dialog cannot load, the join dialog thanks by name itself", async ({ page, user }) => {
  await page.setViewportSize(PHONE)
  await page.goto("/")
  await page.route("**/fragments/en/thanks.html", (route) => route.abort())
  await page.locator("header .menu-button").click()
  await page.locator("header").getByRole("link", { name: "Join Free" }).click()
  const dialog = page.locator("#join")
  await dialog.locator("[name=name]").fill(user.name)
  await dialog.locator("[name=email]").fill(user.email)
  await dialog.locator("[name=program]").selectOption("general")
  await dialog.locator("form[method=post] [type=submit]").click()
  await expect(dialog.getByRole("status")).toContainText(`Thank you, ${user.name}! You are now part of`)
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE })

  test("joining opens the registration, filled in, and then the dashboard with a next step", async ({
    page,
    user,
    sql,
  }) => {
    const addresses = recordAddresses(page)
    await page.goto("/fr")
    const form = page.locator("#membership form")
    await form.locator("[name=name]").fill(user.name)
    await form.locator("[name=email]").fill(user.email)
    await form.locator("[name=email]").press("Enter")
    await expect(page.getByRole("heading", { level: 1 })).toContainText(user.name)
    await expect(page.locator("[name=firstName]")).toHaveValue("Marie-Ange")
    await expect(page.locator("[name=email]")).toHaveValue(user.email)
    await expect(page.getByRole("alert")).toHaveCount(0)
    await page.locator("[name=username]").fill(user.email.slice(0, 20))
    await page.locator("[name=password]").fill(PASSWORD)
    await page.locator("[name=confirmPassword]").fill(PASSWORD)
    await page.locator("[name=confirmPassword]").press("Enter")
    await page.waitForURL("**/fr/member-dashboard")
    await expect(page.getByRole("link", { name: "Réserver une séance" })).toHaveAttribute("href", "/fr/schedule")
    expect(await sql`select 1 from users where email = ${user.email}`).toHaveLength(1)
    expectNoPersonalData(addresses, user)
  })
})
