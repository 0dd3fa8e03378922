import { expect, type Page } from "@playwright/test"
import { pane, row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { expectToast } from "./toast.ts"

const PATH = "/admin/stored-data"
const EMAILS = "The list of sent emails"
const kind = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
const takeBack = (page: Page) => page.getByRole("button", { name: `Take it back ${EMAILS}` })
const period = (page: Page) => kind(page, EMAILS).getByLabel(/Stored for, in days/)
const save = (page: Page) => page.getByRole("button", { name: `Save Changes ${EMAILS}` })

test.beforeEach(async ({ page, baseURL, sql }) => {
  await sql`delete from retention_periods`
  await signInAsAdmin(page, baseURL)
})
test.afterEach(async ({ sql }) => {
  await sql`delete from retention_periods`
  await sql`delete from sent_emails where key like 'retention:%'`
})

async function privacyText(page: Page, language: string): Promise<string> {
  await page.goto(`${language}/privacy`)
  return (await page.locator("#retention").innerText()).replaceAll("\u00a0", " ")
}

test("an administrator shortens a period by keyboard, takes it back, and the privacy page names only what acts", async ({
  page,
  sql,
}) => {
  await sql`insert into sent_emails (id, key, address, subject, language, sent_at)
    select uuidv7(), 'retention:' || n, 'ada@example.org', 'Hi', 'en', now() - interval '50 days'
    from generate_series(1, 3) n`
  await page.goto("/admin")
  await page.getByRole("link", { name: "Stored data" }).press("Enter")
  await expect(page.getByRole("heading", { name: "Stored data", level: 1 })).toBeVisible()
  await expect(kind(page, EMAILS)).toContainText("The next cleanup deletes: 0.")
  expect(await axe(page)).toEqual([])

  await period(page).fill("29")
  await period(page).press("Enter")
  await expect(kind(page, EMAILS)).toContainText("Enter a whole number within the limits.")
  await expect(period(page)).toBeFocused()
  await period(page).fill("30")
  await period(page).press("Enter")
  const dialog = page.getByRole("dialog", { name: "Store it for 30 days only?" })
  await expect(dialog).toContainText(/With this period 3 of \d+ would be deleted today/)
  expect(await axe(page)).toEqual([])
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter")
  await expect(dialog).toBeHidden()
  expect(await sql`select 1 from retention_periods where version > 0`).toEqual([])
  await save(page).press("Enter")
  await dialog.getByRole("button", { name: "Shorten" }).press("Enter")
  await expectToast(page, "Updated Successfully", "Until then you can take it back.")
  await expect(kind(page, EMAILS)).toContainText(/From .+ on: 30\sdays\./)
  await expect(save(page)).toBeFocused()
  expect(await axe(page)).toEqual([])
  expect(await privacyText(page, "")).toContain("stored for 90 days")

  await page.goto(PATH)
  await takeBack(page).press("Enter")
  await expectToast(page, "Updated Successfully", "Everything stays for 90\u00a0days, as before.")
  await expect(takeBack(page)).toBeHidden()
  await expect(kind(page, EMAILS).getByRole("heading")).toBeFocused()
  await page.goto("/admin/history")
  await row(page, "Changed how long data is stored").first().click()
  await expect(pane(page)).toContainText("The list of sent emails")
})

test("once a shorter period acts, the privacy page names it in four languages", async ({ page, sql }) => {
  await sql`insert into retention_periods (kind, version, period, previous_period, applies_at) values
    ('sent_emails', 1, 45, 90, now() - interval '1 second'), ('applications', 1, 7, 12, now() - interval '1 second')`
  for (const [language, email, application] of [
    ["", "stored for 45 days", "then 7 months if we declined"],
    ["/fr", "restent 45 jours", "puis 7 mois si nous avons refusé"],
    ["/ht", "pandan 45 jou", "apre sa 7 mwa si nou te refize"],
    ["/es", "se guardan 45 días", "después, 7 meses si la rechazamos"],
  ] as const) {
    await expect.poll(() => privacyText(page, language)).toContain(email)
    expect(await privacyText(page, language)).toContain(application)
  }
  expect(await axe(page)).toEqual([])
})

test("another administrator's change is told and shown, on a phone and in the dark", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: "dark" })
  let isDown = true
  await page.route("**/api/admin/retention", (route) => (isDown ? route.abort() : route.continue()))
  await page.goto(PATH)
  const again = page.getByRole("alert").getByRole("button")
  await expect(again).toBeVisible()
  isDown = false
  await again.click()
  await expect(period(page)).toHaveValue("90")
  const put = await page.request.put("/api/admin/retention/sent_emails", {
    data: { version: 0, period: 60 },
    headers: { origin: baseURL ?? "" },
  })
  expect(put.status()).toBe(200)
  await period(page).fill("50")
  await save(page).click()
  await page.getByRole("button", { name: "Shorten" }).click()
  await expect(kind(page, EMAILS)).toContainText(/From .+ on: 60\sdays\./)
  expect(await axe(page)).toEqual([])
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
})
