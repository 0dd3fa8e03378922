import { expect } from "@playwright/test"
import { signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"

const LINKS = ["/about", "/programs", "/cares", "/team", "/blog", "/donate"]

test("spec §2: in the admin area the logo leads to the home page, and a menu has the site's links", async ({
  page,
  baseURL,
}) => {
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin")
  await expect(page.locator(".admin-main h1")).toBeVisible()
  const rail = page.locator(".admin-rail")
  await expect(rail.getByRole("link", { name: "HaiTech, home" })).toHaveAttribute("href", "/")
  for (const width of [1440, 1040, 390]) {
    await page.setViewportSize({ width, height: 900 })
    if (width === 390) await page.getByText("More", { exact: true }).press("Enter")
    const menu = rail.locator(".admin-site:visible")
    await menu.locator("summary").press("Enter")
    const links = menu.getByRole("navigation", { name: "Public site" }).getByRole("link")
    await expect(links.first()).toBeInViewport()
    expect([width, await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))]).toEqual([
      width,
      LINKS,
    ])
    expect([width, await axe(page)]).toEqual([width, []])
    await menu.locator("summary").press("Enter")
  }
})
