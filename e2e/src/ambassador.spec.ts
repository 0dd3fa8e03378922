import { readFileSync } from "node:fs"
import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { register, usernameOf } from "./members.ts"

const widthBeyond = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
const address = (page: Page) => page.getByText(/^\S+\/via\/\w+$/)

test("a guest comes by an ambassador's link without script, joins and is counted", async ({
  page,
  browser,
  user,
  sql,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/ambassador")
  await expect(page.getByText("for ambassadors whom an administrator has approved")).toBeVisible()
  await expect(page.getByRole("link", { name: "Ambassador" })).toHaveCount(0)
  await sql`update users set role = 'ambassador', role_approved_at = now() where username = ${usernameOf(user)}`

  await page.reload()
  await page.getByRole("link", { name: "Ambassador" }).click()
  expect(await axe(page)).toEqual([])
  await page.getByRole("button", { name: "Make my link" }).press("Enter")
  await expect(page.getByRole("heading", { name: "Your link" })).toBeFocused()
  const [, code] = ((await address(page).textContent()) ?? "").split("/via/")

  const guest = await (await browser.newContext({ javaScriptEnabled: false, locale: "fr" })).newPage()
  await guest.goto(`${baseURL}/via/${code}`)
  await expect(guest).toHaveURL(`${baseURL}/fr#membership`)
  const form = guest.locator("#membership form")
  await form.getByLabel("Nom").fill("Mirlande")
  await form.getByLabel(/mail/).fill(`mirlande-${user.marker}@example.org`)
  await form.getByRole("button").click()
  await expect(guest.getByRole("heading", { level: 1 })).toBeVisible()
  expect((await guest.context().cookies()).filter(({ name }) => name === "via")).toEqual([])
  await guest.context().close()

  await page.reload()
  await expect(page.getByText("1 person joined by your link")).toBeVisible()
  await expect(page.getByRole("table", { name: "How many joined, by month" }).getByRole("row")).toHaveCount(2)
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await widthBeyond(page)).toBe(0)
})

test("the link is saved as an image and a drawing, copied, and replaced by a new one", async ({
  page,
  context,
  user,
  sql,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await register(page, user, baseURL)
  await sql`update users set role = 'ambassador', role_approved_at = now() where username = ${usernameOf(user)}`
  await page.goto("/ht/member-dashboard/ambassador")
  await page.getByRole("button", { name: "Fè lyen mwen" }).click()
  const link = (await address(page).textContent()) ?? ""
  const saved = async (name: string) => {
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name }).click()
    return readFileSync(await (await download).path())
  }
  expect((await saved("Desen (SVG)")).toString()).toContain(`>${link}</text>`)
  expect((await saved("Imaj (PNG)")).subarray(1, 4).toString()).toBe("PNG")
  const invitations = page.getByRole("region", { name: "Yon mo pou voye" }).getByRole("listitem")
  await expect(invitations.first()).toContainText("Kreyòl ayisyen")
  await invitations.filter({ hasText: "Français" }).getByRole("button", { name: "Kopye tèks la" }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain(link.replace("/via/", "/fr/via/"))

  await page.getByRole("button", { name: "Pran yon nouvo kòd" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Kenbe l" }).click()
  await expect(page.getByRole("button", { name: "Pran yon nouvo kòd" })).toBeFocused()
  await page.getByRole("button", { name: "Pran yon nouvo kòd" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Pran yon nouvo kòd" }).click()
  await expect(page.getByText(link)).toHaveCount(0)
  await expect(address(page)).toBeVisible()
})
