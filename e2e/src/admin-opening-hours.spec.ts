import { OPENING_HOURS } from "@haitech/contract/opening-hours"
import { expect, type Page } from "@playwright/test"
import { pane, row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { expectToast } from "./toast.ts"

const PATH = "/admin/opening-hours"
const group = (page: Page, name: string) => page.getByRole("group", { name, exact: true })
const saveButton = (page: Page) => page.getByRole("button", { name: "Save Changes" })
const end = (page: Page, day: string) => group(page, day).getByLabel("End")
const undo = (page: Page) => page.getByRole("button", { name: "Undo" })

test.beforeEach(async ({ page, baseURL, sql }) => {
  await sql`delete from opening_hours`
  await sql`delete from closed_days`
  await signInAsAdmin(page, baseURL)
})
test.afterEach(async ({ sql }) => {
  await sql`delete from opening_hours`
  await sql`delete from closed_days`
})

test("an administrator changes the hours by keyboard, the contact page and the chat follow, and Z takes it back", async ({
  page,
  sql,
}) => {
  await page.goto("/admin")
  await page.getByRole("link", { name: "Office hours" }).press("Enter")
  await expect(page.getByRole("heading", { name: "Office hours", level: 1 })).toBeVisible()
  await expect(group(page, "Sunday")).toContainText("Closed")
  expect(await axe(page)).toEqual([])

  await group(page, "Monday").getByRole("button", { name: "Add hours" }).press("Enter")
  await expect(group(page, "Monday").getByLabel("Start").nth(1)).toBeFocused()
  await saveButton(page).press("Enter")
  await expect(group(page, "Monday")).toContainText("Please choose a time")
  await expect(group(page, "Monday").getByLabel("Start").nth(1)).toBeFocused()
  expect(await axe(page)).toEqual([])
  await group(page, "Monday").getByLabel("Start").nth(1).fill("17:00")
  await end(page, "Monday").nth(1).fill("20:00")
  await saveButton(page).press("Enter")
  await expect(group(page, "Monday")).toContainText("These hours must begin after the ones before have ended.")
  await group(page, "Monday").getByLabel("Start").nth(1).fill("19:00")
  await group(page, "Saturday").getByRole("button", { name: "Remove 10:00-16:00" }).press("Enter")
  await expect(group(page, "Saturday").getByRole("button", { name: "Add hours" })).toBeFocused()
  await saveButton(page).press("Enter")
  await expect(undo(page)).toBeVisible()
  const weeks = () => sql`select week -> 1 as monday, week -> 6 as saturday from opening_hours order by version`
  const changed = { monday: [...(OPENING_HOURS[1] ?? []), { from: "19:00", to: "20:00" }], saturday: [] }
  expect(await weeks()).toEqual([changed])

  const contact = await page.context().newPage()
  await expect
    .poll(async () => {
      await contact.goto("/contact")
      return (await contact.getByRole("region", { name: "Office hours" }).innerText()).replace(/\s+/g, " ")
    })
    .toBe(
      "Office hours Monday 9:00 AM-6:00 PM, 7:00 PM-8:00 PM Tuesday-Friday 9:00 AM-6:00 PM Saturday-Sunday Closed On the clock of New York.",
    )
  expect(await axe(contact)).toEqual([])
  await contact.close()

  await page.getByRole("heading", { level: 1 }).focus()
  await page.keyboard.press("z")
  await expectToast(page, "Updated Successfully", "The hours from before apply again.")
  await expect(end(page, "Monday")).toHaveCount(1)
  expect(await weeks()).toEqual([changed, { monday: OPENING_HOURS[1], saturday: OPENING_HOURS[6] }])
  await page.goto("/admin/history")
  await row(page, "Changed the office hours").first().click()
  await expect(pane(page)).toContainText("Saturday 10:00 AM-4:00 PM")
})

test("what was typed survives a reload, and hours that somebody else saved meanwhile are shown beside it", async ({
  page,
  baseURL,
  sql,
}) => {
  await page.goto(PATH)
  await end(page, "Tuesday").fill("16:15")
  await page.getByRole("button", { name: "Discard it" }).press("Enter")
  await expect(page.getByRole("heading", { name: "The week" })).toBeFocused()
  await expect(end(page, "Tuesday")).toHaveValue("18:00")
  await end(page, "Tuesday").fill("16:30")
  page.on("dialog", (dialog) => void dialog.accept())
  await page.reload()
  await expect(end(page, "Tuesday")).toHaveValue("16:30")
  await expect(page.getByText("What you typed before is here again.")).toBeVisible()
  const week = OPENING_HOURS.with(2, [{ from: "08:00", to: "12:00" }])
  const put = await page.request.put(`/api/admin/opening-hours`, {
    data: { version: 0, week },
    headers: { origin: baseURL ?? "" },
  })
  expect(put.status()).toBe(200)
  await saveButton(page).click()
  const conflict = page.getByRole("region", { name: "Somebody else saved this in the meantime" })
  await expect(conflict).toBeVisible()
  await expect(conflict.getByRole("row", { name: /Tuesday/ })).toContainText("8:00 AM-12:00 PM")
  expect(await axe(page)).toEqual([])
  await conflict.getByRole("button", { name: "Keep mine" }).click()
  await expect(undo(page)).toBeVisible()
  expect(await sql`select version, week -> 2 as tuesday from opening_hours order by version`).toEqual([
    { version: 1, tuesday: [{ from: "08:00", to: "12:00" }] },
    { version: 2, tuesday: [{ from: "09:00", to: "16:30" }] },
  ])
})

test("on a phone, in the dark and in Kreyòl, several days are closed at once; a failed load can be repeated", async ({
  page,
  sql,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: "dark" })
  let isDown = true
  await page.route("**/api/admin/opening-hours", (route) => (isDown ? route.abort() : route.continue()))
  await page.goto(`/ht${PATH}`)
  const again = page.getByRole("alert").getByRole("button")
  await expect(again).toBeVisible()
  isDown = false
  await again.click()
  await expect(group(page, "lendi")).toBeVisible()
  const year = new Date().getUTCFullYear() + 1
  await page.getByLabel("Jou", { exact: true }).fill(`${year}-12-24`)
  await page.getByLabel("Dènye jou").fill(`${year}-12-26`)
  await page.getByLabel("Non", { exact: true }).fill("Nwèl")
  await page.getByRole("button", { name: "Ajoute jou a" }).click()
  await expect(page.getByRole("button", { name: "Retire Nwèl" })).toHaveCount(3)
  expect(await sql`select count(*)::int as days from closed_days`).toEqual([{ days: 3 }])
  expect(await axe(page)).toEqual([])
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
})
