import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, type Page } from "@playwright/test"
import { ADMIN, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { backupTest as test } from "./fixtures.ts"
import { expectToast } from "./toast.ts"

const area = (page: Page, name: string) => page.getByRole("region", { name, exact: true })

test("an administrator sees what the product lacks, and sends a test email by keyboard", async ({
  page,
  baseURL,
  emails,
}) => {
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin")
  await page.getByRole("link", { name: "System" }).click()
  await expect(page.getByRole("heading", { name: "System", level: 1 })).toBeVisible()
  await expect(page.getByRole("status")).toContainText("Errors: 0. Warnings:")
  await expect(area(page, "Email")).toContainText("Emails are files in the data folder")
  await expect(area(page, "Public address")).toContainText(/localhost:3000 (answers|does not answer)/)
  await expect(area(page, "Database")).toContainText(/The embedded PostgreSQL 1\d/)
  expect(await axe(page)).toEqual([])

  await page.getByRole("button", { name: "Send me a test email" }).press("Enter")
  await expectToast(page, "Test email", `On its way to ${ADMIN.email}.`)
  await expect
    .poll(() => emails().filter(({ to, subject }) => to.includes(ADMIN.email) && subject === "Test email").length)
    .toBe(1)
})

test("an administrator makes a backup by keyboard, and sees that it is there", async ({ page, baseURL, product }) => {
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin/system")
  await expect(area(page, "Backups")).toContainText("backups has no backup yet")
  await page.getByRole("button", { name: "Back up now" }).press("Enter")
  await expectToast(page, "Backups", "The backup is being made and checked. Check again in a minute.")
  await expect
    .poll(() => filesOf(join(product.dataDir, "backups")), { timeout: 60_000 })
    .toMatch(/^haitech-.*Z\.sql\.gz\.age$/)
  await page.getByRole("button", { name: "Check again" }).press("Enter")
  await expect(area(page, "Backups")).toContainText("The last good backup is at most 1 h old")
  expect(await (await page.request.get("/metrics")).text()).toMatch(/^backup_newest_timestamp_seconds 1\d{9}$/m)
  expect(await axe(page)).toEqual([])
})

function filesOf(folder: string): string {
  return existsSync(folder) ? readdirSync(folder).join(" ") : ""
}

test("what is wrong stands first on a phone, a failure can be tried again, and Kreyòl has all texts", async ({
  page,
  baseURL,
}) => {
  const findings = [
    { code: "disk_free", values: { gigabytes: "40", percent: "80" } },
    { code: "mail_refused", values: { host: "mail.example.org", reason: "535" } },
    { code: "jobs_late", values: { count: "12", minutes: "40" } },
  ]
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: "dark" })
  await signInAsAdmin(page, baseURL)
  let isDown = true
  await page.route("**/api/admin/system", (route) =>
    isDown ? route.abort() : route.fulfill({ json: { checkedAt: new Date().toISOString(), findings } }),
  )
  await page.goto("/ht/admin/system")
  const again = page.getByRole("alert").getByRole("button")
  await expect(again).toBeVisible()
  isDown = false
  await again.click()
  await expect(page.getByRole("status")).toContainText("Erè: 1. Avètisman: 1.")
  await expect(
    page
      .getByRole("region")
      .filter({ has: page.getByRole("listitem") })
      .first(),
  ).toContainText("mail.example.org refize koneksyon nou (535).")
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})
