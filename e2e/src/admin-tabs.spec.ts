import { expect, type Page } from "@playwright/test"
import { row, sendContactMessage, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"

const TABS = [
  ["", "Overview"],
  ["/users", "Users"],
  ["/contacts", "Contact Forms"],
  ["/donations", "Donations"],
  ["/memberships", "Memberships"],
  ["/team", "Team"],
  ["/blog", "Blog"],
  ["/newsletters", "Newsletters"],
  ["/testimonials", "Testimonials"],
  ["/chat", "Chat Messages"],
  ["/calendar", "Calendar Management"],
  ["/courses", "Courses"],
  ["/questions", "Questions"],
  ["/certificates", "Certificates"],
  ["/hours-proofs", "Proofs of hours"],
  ["/groups", "Study groups"],
  ["/groups/reports", "Group reports"],
  ["/volunteers", "Volunteers"],
  ["/screenings", "Screenings"],
  ["/history", "History"],
] as const

/** They share a tab: opening the admin area takes as long as the check of one of its tabs. */
const TABS_PER_TEST = 5

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

for (let first = 0; first < TABS.length; first += TABS_PER_TEST) {
  const tabs = TABS.slice(first, first + TABS_PER_TEST)
  const titles = tabs.map(([, title]) => title).join(", ")
  test(`each tab is in the navigation, has no axe violation and fits a small phone: ${titles}`, async ({ page }) => {
    await page.goto("/admin")
    for (const [path, title] of tabs) {
      await page.setViewportSize({ width: 1440, height: 900 })
      const link = page
        .getByRole("navigation", { name: "Admin area" })
        .getByRole("link", { name: new RegExp(`^${title}`) })
      await link.click()
      await expect(page).toHaveURL(new RegExp(`/admin${path}$`))
      await expect(page.getByRole("heading", { level: 1, name: path === "" ? "Today" : title })).toBeVisible()
      await expect(link).toHaveAttribute("aria-current", "page")
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0)
      expect.soft(await axe(page), title).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      expect.soft(await axe(page), `${title} on a phone`).toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      expect.soft(await overflow(page), title).toBe(0)
    }
  })
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test("spec §2: the overview shows the counts, and its tabs list the newest records of each kind", async ({
  page,
  baseURL,
}) => {
  await sendContactMessage(page, baseURL, { name: "Naïka Toussaint", message: "Bonjou!" })
  await page.goto("/admin")
  const main = page.getByRole("main")
  for (const label of ["Users", "Contact Forms", "Total Donations", "Memberships", "Chat Messages"])
    await expect(main.getByRole("link", { name: new RegExp(label) })).toBeVisible()
  await expect(main.getByRole("tab")).toHaveText([
    "Users",
    "Contact Forms",
    "Donations",
    "Memberships",
    "Team",
    "Blog",
    "Testimonials",
    "Chat Messages",
  ])
  await main.getByRole("tab", { name: "Contact Forms" }).click()
  await main
    .getByRole("link", { name: /Naïka Toussaint/ })
    .first()
    .click()
  await expect(page.getByRole("complementary").getByText("Bonjou!")).toBeVisible()
})

test("a long name without a space fits a small phone", async ({ page, baseURL }) => {
  await sendContactMessage(page, baseURL, { name: "N".repeat(100), message: "x".repeat(300) })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto("/admin")
  await page.getByRole("tab", { name: "Contact Forms" }).click()
  await page.getByRole("tabpanel").getByRole("link", { name: /NNNN/ }).first().waitFor()
  expect(await overflow(page)).toBe(0)
  await page.goto("/admin/contacts")
  await row(page, "NNNN").first().click()
  await expect(page.getByRole("complementary")).toBeVisible()
  expect(await overflow(page)).toBe(0)
})

test("the password, shortcuts and idle dialogs have no axe violation", async ({ page }) => {
  await page.clock.install()
  await page.goto("/admin")
  await page.getByRole("button", { name: "Change Password" }).click()
  await expect(page.getByRole("dialog", { name: "Change Password" })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Escape")
  await page.keyboard.press("?")
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Escape")
  await page.clock.fastForward("28:10")
  await expect(page.getByRole("alertdialog", { name: "Are you still there?" })).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test("on a phone the tabs are one menu, and a detail covers the list until Back to the list", async ({
  page,
  baseURL,
  user,
}) => {
  const name = `Phone ${user.marker}`
  await sendContactMessage(page, baseURL, { name, message: "Bonjou" })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/admin")
  await page.locator(".admin-fold > summary").click()
  await page.locator(".admin-fold").getByRole("link", { name: "Contact Forms" }).click()
  await row(page, name).click()
  await expect(page.getByRole("heading", { level: 2, name })).toBeInViewport()
  expect(await axe(page)).toEqual([])
  await page.getByRole("button", { name: "Back to the list" }).click()
  await expect(page.getByRole("heading", { level: 2, name })).toBeHidden()
  await expect(row(page, name)).toBeFocused()
})

test("the admin area is translated into French, Kreyòl and Spanish", async ({ page }) => {
  for (const [path, text] of [
    ["/fr/admin", "Aujourd’hui"],
    ["/ht/admin", "Jodi a"],
    ["/es/admin", "Hoy"],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1, name: text })).toBeVisible()
  }
})

test("public pages and the dashboard load no file of the admin area", async ({ page }) => {
  const requests: string[] = []
  page.on("request", (request) => void requests.push(request.url()))
  for (const path of ["/", "/team", "/blog", "/contact", "/member-dashboard"])
    await page.goto(path, { waitUntil: "networkidle" })
  expect(requests.filter((url) => /admin-|records-page|Admin/.test(url))).toEqual([])
})
