import { expect, type Locator } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"

test("spec §2, D10: a signed-in member's header shows the first name, Dashboard and Sign Out on desktop and phone", async ({
  page,
  user,
  baseURL,
}) => {
  const header = page.getByRole("banner")
  await register(page, user, baseURL)
  await page.goto("/fr/about")
  await expect(header.locator("summary:visible").filter({ hasText: "Widline" })).toBeVisible()
  await expect(header.getByText("Se connecter").first()).toBeHidden()
  await header.locator("summary:visible").filter({ hasText: "Widline" }).click()
  await expect(header.getByRole("link", { name: "Tableau de bord" })).toHaveAttribute("href", "/fr/dashboard")
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/about")
  await header.getByLabel("Menu", { exact: true }).click()
  await expect(header.locator(".sheet")).toContainText("Widline")
  await header.getByRole("button", { name: "Sign Out" }).click()
  await page.waitForURL(/\/$/)
  expect((await page.request.get("/api/auth/user")).status()).toBe(401)
  await header.getByLabel("Menu", { exact: true }).click()
  await expect(header.locator(".sheet").getByRole("link", { name: "Sign In" })).toBeVisible()
})

test("spec §7: Sign Out sends no payload where there is script, and leads to the home page", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/fr/about")
  await page.getByRole("banner").locator("summary:visible").filter({ hasText: "Widline" }).click()
  const logout = page.waitForRequest("**/api/auth/logout")
  await page.getByRole("button", { name: "Se déconnecter" }).click()
  expect((await logout).postData()).toBeNull()
  await page.waitForURL(/\/fr$/)
  expect((await page.request.get("/api/auth/user")).status()).toBe(401)
})

test("D10: a page asks once for an ended session and then shows Sign In", async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: "signed_in", value: "1", url: baseURL ?? "" }])
  const requests: string[] = []
  page.on("request", (request) => void (request.url().includes("/api/auth/user") && requests.push(request.url())))
  await page.goto("/about")
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible()
  await page.reload({ waitUntil: "networkidle" })
  expect(requests).toHaveLength(1)
})

test("D10: a failed request for the current user does not sign the member out", async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: "signed_in", value: "1", url: baseURL ?? "" }])
  const userEndpoint = "**/api/auth/user"
  await page.route(userEndpoint, (route) => route.abort())
  await page.goto("/about")
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible()
  await page.unroute(userEndpoint)
  await page.route(userEndpoint, (route) => route.fulfill({ json: { firstName: "Widline" } }))
  await page.reload()
  await expect(page.getByRole("banner").locator("summary:visible").filter({ hasText: "Widline" })).toBeVisible()
})

test("a first name of 50 characters is cut in the button and whole in the menu, beside the other links", async ({
  page,
  user,
  baseURL,
}) => {
  const header = page.getByRole("banner")
  const firstName = "Widlinemaricarmelleantoinettejosephinebernadetteve"
  await register(page, { ...user, firstName }, baseURL)
  for (const width of [1280, 1152]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto("/fr/about")
    const button = header.locator("summary:visible").filter({ hasText: firstName })
    await expect(button).toBeInViewport({ ratio: 1 })
    await expect(header.getByRole("link", { name: "Faire un don" }).first()).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await isCut(button.getByText(firstName))).toBe(true)
    await button.click()
    const name = header.getByRole("listitem").filter({ hasText: firstName })
    await expect(name).toBeInViewport({ ratio: 1 })
    expect(await isCut(name)).toBe(false)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/about")
  await header.getByLabel("Menu", { exact: true }).click()
  const name = header.locator(".sheet").getByText(firstName).filter({ visible: true })
  expect(await isCut(name)).toBe(false)
})

async function isCut(text: Locator): Promise<boolean> {
  return await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
}
