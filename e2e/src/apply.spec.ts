import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { loseResponse } from "./network.ts"

const PHONE = { width: 390, height: 844 }
const DAY_MS = 86_400_000
const PASSWORD = "Anba pye mango 7!"
const MOTIVATION = "Yon vwazin te montre m li."

/** The addresses of every request and page, which must not have personal data. */
function recordAddresses(page: Page): string[] {
  const addresses: string[] = []
  page.on("request", (request) => addresses.push(request.url()))
  page.on("framenavigated", (frame) => addresses.push(frame.url()))
  return addresses
}

function expectNoPersonalData(addresses: readonly string[], { email }: { readonly email: string }): void {
  expect(addresses.length).toBeGreaterThan(3)
  expect(addresses.filter((address) => /widline/i.test(address) || address.includes(email))).toEqual([])
}

test("in Kreyòl, from /cares by keyboard to the account and the own page, where the application is withdrawn", async ({
  page,
  user,
  emails,
  sql,
}) => {
  const addresses = recordAddresses(page)
  await page.setViewportSize(PHONE)
  await page.goto("/ht/cares")
  await page.getByRole("link", { name: "Aplike pou vin mantò" }).focus()
  await page.keyboard.press("Enter")
  await page.waitForURL("**/ht/apply#mentor")
  const form = page.locator("#apply form")
  await expect(form.getByRole("radio", { name: "Mantò" })).toBeChecked()
  expect(await axe(page)).toEqual([])
  await form.locator("[name=motivation]").fill("Kout")
  await form.locator("[name=referral]").press("Enter")
  await expect(form.locator("[name=firstName]")).toBeFocused()
  await expect(form.getByText("Tanpri bay plis detay sou motivasyon ou")).toBeVisible()
  await expect(form.getByText("4 karaktè sou 1000")).toBeVisible()
  // A reload in the next moment loses nothing.
  const stored = await form.locator("[name=firstName]").evaluate((field: HTMLInputElement) => {
    field.value = "Widline"
    field.dispatchEvent(new Event("input", { bubbles: true }))
    return String(localStorage["drafts"])
  })
  expect(stored).toContain("Widline")
  await page.reload()
  await expect(form.locator("[name=firstName]")).toHaveValue("Widline")
  await form.locator("[name=lastName]").fill("Jean")
  await form.locator("[name=email]").fill(user.email)
  await form.locator("[name=motivation]").fill(MOTIVATION)
  await form.locator("[name=country]").focus()
  await expect(form.locator("datalist option", { hasText: /^Ayiti$/ })).toHaveCount(1)
  await form.locator("[name=timezone]").selectOption("America/Port-au-Prince")
  await form.getByRole("button", { name: "Français" }).press("Space")
  await form.getByRole("button", { name: "Kreyòl ayisyen" }).press("Space")
  await form.getByRole("button", { name: "Français" }).press("Space")
  await expect(form.locator("[name=languages]")).toHaveValue("Kreyòl ayisyen")
  await form.locator("[name=consent]").press("Space")
  await form.locator("[name=referral]").press("Enter")
  await expect(page.getByRole("heading", { name: "Mèsi. Nou resevwa aplikasyon ou an." })).toBeFocused()
  expect(await axe(page)).toEqual([])
  const account = page.locator("#account")
  await expect(account.locator("[name=username]")).toHaveValue("widline-jean")
  await expect(account.locator("[name=email]")).toHaveValue(user.email)
  await account.locator("[name=username]").fill(user.email.slice(0, 20))
  await account.locator("[name=password]").fill("anba pye mango")
  await account.locator("[name=confirmPassword]").fill("anba pye mango")
  await account.locator("[name=confirmPassword]").press("Enter")
  await expect(account.locator("[name=password]")).toBeFocused()
  await account.locator("[name=password]").fill(PASSWORD)
  await account.locator("[name=confirmPassword]").fill(PASSWORD)
  await account.locator("[name=confirmPassword]").press("Enter")
  await page.waitForURL("**/ht/application")
  const application = page.getByRole("article", { name: "Mantò" })
  await expect(application.locator("[aria-current=step]")).toContainText("Nou resevwa l")
  await application.locator("summary").press("Enter")
  await expect(application.getByText(MOTIVATION)).toBeVisible()
  expect(await axe(page)).toEqual([])
  expectNoPersonalData(addresses, user)
  const token = () =>
    emails()
      .filter(({ to }) => to === user.email)
      .map(({ text }) => /\/application(#application=\S+)/.exec(text)?.[1])
      .find(Boolean)
  await expect.poll(token).toBeTruthy()
  await page.context().clearCookies()
  await page.goto(`/ht/application${token()}`)
  const withdraw = async () => {
    await application.getByRole("button", { name: "Retire aplikasyon an" }).press("Enter")
    await page.getByRole("dialog").getByRole("button", { name: "Wi, efase l" }).press("Enter")
  }
  await loseResponse(page, "**/api/volunteer-applications/withdrawals")
  await withdraw()
  await expect(application.getByRole("alert")).toBeVisible()
  await withdraw()
  await expect(page.getByText("Aplikasyon ou an retire epi efase.")).toBeVisible()
  expect(await sql`select 1 from volunteer_applications where email = ${user.email}`).toEqual([])
  await page.reload()
  await expect(page.getByText("Lyen sa a pa bon, oswa yo retire aplikasyon an.")).toBeVisible()
})

test("what was typed outlives its tab for 7 days, and one press deletes it", async ({ page, context }) => {
  const name = (tab: Page) => tab.locator("#apply form [name=firstName]")
  const reopen = async (from: Page) => {
    const tab = await context.newPage()
    await from.close()
    await tab.goto("/apply")
    await name(tab).focus()
    await expect(tab.locator("#apply [data-hydrated]")).toBeAttached()
    return tab
  }
  await page.goto("/apply")
  await name(page).fill("Widline")
  await page.locator("#apply form [name=languages]").fill("Kreyòl")
  await page.locator("#apply form [name=motivation]").fill(MOTIVATION)
  await expect.poll(() => page.evaluate(() => String(localStorage["drafts"]))).toContain(MOTIVATION)
  const tab = await reopen(page)
  await expect(name(tab)).toHaveValue("Widline")
  await expect(tab.getByText(`${MOTIVATION.length} of 1000 characters`)).toBeVisible()

  tab.once("dialog", (dialog) => dialog.dismiss())
  await tab.getByRole("button", { name: "Delete what I typed" }).press("Enter")
  await expect(name(tab)).toHaveValue("Widline")
  tab.once("dialog", (dialog) => dialog.accept())
  await tab.getByRole("button", { name: "Delete what I typed" }).press("Enter")
  await expect(tab.getByRole("radio", { name: "Volunteer" })).toBeFocused()
  await expect(name(tab)).toHaveValue("")
  await expect(tab.locator("#apply form [name=languages]")).toHaveValue("")
  await expect(tab.getByText("0 of 1000 characters").first()).toBeVisible()
  expect(await tab.evaluate(() => localStorage.getItem("drafts"))).toBeNull()

  await name(tab).fill("Mireille")
  await expect.poll(() => tab.evaluate(() => String(localStorage["drafts"]))).toContain("Mireille")
  await tab.evaluate(
    (days) => {
      localStorage["drafts-saved"] = String(Date.now() - days)
    },
    7 * DAY_MS + 1000,
  )
  const later = await reopen(tab)
  await expect.poll(() => later.evaluate(() => localStorage.getItem("drafts"))).toBeNull()
  await expect(name(later)).toHaveValue("")
})

test("with data saver, a closed tab's draft is there before anything is touched", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "save", value: "on", url: baseURL ?? "" }])
  const name = (tab: Page) => tab.locator("#apply form [name=firstName]")
  await page.goto("/apply")
  await name(page).fill("Widline")
  await expect.poll(() => page.evaluate(() => String(localStorage["drafts"]))).toContain("Widline")
  const tab = await context.newPage()
  await page.close()
  await tab.goto("/apply")
  await expect(name(tab)).toHaveValue("Widline")
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE })

  test("in English, an application is sent, and the account has it", async ({ page, user, sql }) => {
    const addresses = recordAddresses(page)
    await page.goto("/cares")
    await page.getByRole("link", { name: "Apply as a volunteer" }).click()
    const form = page.locator("#apply form")
    await form.getByRole("radio", { name: "Volunteer" }).check()
    await form.getByLabel("First Name").fill("Widline")
    await form.getByLabel("Last Name").fill("Jean")
    await form.getByLabel("Email Address").fill(user.email)
    await form.getByLabel("Why do you want to do this?").fill("Too short")
    await form.getByLabel("Languages you speak").fill("Kreyòl, English")
    await form.getByRole("checkbox").check()
    await form.getByRole("button", { name: "Send my application" }).click()
    await expect(form.locator(".error")).toHaveText("Please provide more details about your motivation")
    await expect(form.getByLabel("First Name")).toHaveValue("Widline")
    await expect(form.getByRole("radio", { name: "Volunteer" })).toBeChecked()
    await form.getByLabel("Why do you want to do this?").fill("Somebody once helped me.")
    await form.getByRole("button", { name: "Send my application" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you. We have your application.")
    await expect(page.locator(".page-head")).toContainText(/You get an answer by [A-Z][a-z]+ \d+, \d{4}\./)
    const account = page.locator("#account form")
    await expect(account.getByLabel("Email Address")).toHaveValue(user.email)
    await account.getByLabel("Username").fill(user.email.slice(0, 20))
    await account.getByLabel("Password", { exact: true }).fill(PASSWORD)
    await account.getByLabel("Confirm Password").fill(PASSWORD)
    await account.getByRole("button", { name: "Create Account" }).click()
    await page.waitForURL("**/member-dashboard")
    expect(
      await sql`select users.role, languages from users join volunteer_applications on user_id = users.id
        where users.email = ${user.email}`,
    ).toEqual([{ role: "volunteer", languages: "Kreyòl, English" }])
    expectNoPersonalData(addresses, user)
  })
})
