import { expect } from "@playwright/test"
import { test } from "./fixtures.ts"
import { groupByTab, PUBLIC_ADDRESSES } from "./public-pages.ts"

test.use({ javaScriptEnabled: false })

test("without JavaScript a visitor joins by a plain form and is thanked by name", async ({
  page,
  sql,
  emails,
  user,
}) => {
  await page.goto("/")
  const form = page.locator("#membership form")
  await form.locator("[name=name]").fill(user.name)
  await form.locator("[name=email]").fill(user.email)
  await form.locator("[type=submit]").click()
  await expect(page.getByRole("heading", { level: 1, name: `Thank you, ${user.name}!` })).toBeVisible()
  expect(await sql`select name from memberships where email = ${user.email}`).toHaveLength(1)
  await expect.poll(() => emails().filter(({ to }) => to.includes(user.email)).length).toBe(1)
})

test("without JavaScript a refused form shows the page again with its values and errors", async ({
  page,
  sql,
  user,
}) => {
  await page.goto("/")
  const form = page.locator("#membership form")
  await form.locator("[name=name]").fill("   ")
  await form.locator("[name=email]").fill(user.email)
  const response = page.waitForResponse((candidate) => candidate.request().method() === "POST")
  await form.locator("[type=submit]").click()
  expect((await response).status()).toBe(400)
  await expect(form.locator(".error")).toHaveText("Name is required")
  await expect(form.locator("[name=email]")).toHaveValue(user.email)
  expect(await sql`select 1 from memberships where email = ${user.email}`).toHaveLength(0)
})

test("without JavaScript a form of a French page opens a French page", async ({ page, user }) => {
  await page.goto("/fr")
  const form = page.locator("#membership form")
  await form.locator("[name=name]").fill(user.name)
  await form.locator("[name=email]").fill(user.email)
  await form.locator("[type=submit]").click()
  await expect(page.getByRole("heading", { level: 1, name: `Merci, ${user.name} !` })).toBeVisible()
  await expect(page.locator("html")).toHaveAttribute("lang", "fr")
})

for (const addresses of groupByTab(PUBLIC_ADDRESSES)) {
  test(`without JavaScript each page shows its content: ${addresses.join(" ")}`, async ({ page }) => {
    for (const address of addresses) {
      await page.goto(address)
      await expect.soft(page.getByRole("heading", { level: 1 }), address).toHaveCount(1)
      const text = await page.getByRole("main").innerText()
      expect.soft(text.length, address).toBeGreaterThan(60)
      // Elements that need JavaScript are hidden, and no element is busy loading.
      const unusable = page.locator("[data-needs-script]:visible, [aria-busy=true]:visible")
      await expect.soft(unusable, address).toHaveCount(0)
    }
  })
}

test("without JavaScript the team page lists the team", async ({ page, sql }) => {
  await page.goto("/es/team")
  const rows = await sql<{ name: string }[]>`select name from team_members order by "order", name`
  const names = page.getByRole("main").getByRole("listitem")
  await expect(names).toHaveCount(rows.length)
  for (const [index, { name }] of rows.entries()) await expect(names.nth(index)).toContainText(name)
})

test("without JavaScript the counters show their final values, and the newest testimonials are in the page", async ({
  page,
  sql,
}) => {
  await page.goto("/")
  await expect(page.locator("#impact")).toContainText("150+")
  const rows = await sql<{ content: string }[]>`select content from testimonials order by id desc limit 2`
  const quotes = page.locator("noscript blockquote")
  expect(await quotes.allTextContents()).toEqual(rows.map(({ content }) => content))
  expect((await quotes.first().boundingBox())?.height).toBeGreaterThan(40)
})
