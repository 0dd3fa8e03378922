import { expect } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"

test("§2, D10 signed in, the header shows the first name with Dashboard and Sign Out, on a desk and on a phone", async ({
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

test("D10 a session that ended elsewhere is signed out here, and is not asked for again", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "signed_in", value: "1", url: baseURL ?? "" }])
  const asked: string[] = []
  page.on("request", (request) => void (request.url().includes("/api/auth/user") && asked.push(request.url())))
  await page.goto("/about")
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible()
  await page.reload({ waitUntil: "networkidle" })
  expect(asked).toHaveLength(1)
})

test("D10 a line that breaks while a page asks who is signed in signs nobody out", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "signed_in", value: "1", url: baseURL ?? "" }])
  const question = "**/api/auth/user"
  await page.route(question, (route) => route.abort())
  await page.goto("/about")
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible()
  await page.unroute(question)
  await page.route(question, (route) => route.fulfill({ json: { firstName: "Widline" } }))
  await page.reload()
  await expect(page.getByRole("banner").locator("summary:visible").filter({ hasText: "Widline" })).toBeVisible()
})
