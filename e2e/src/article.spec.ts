import { expect } from "@playwright/test"
import { axe } from "./axe.ts"
import type { Sql } from "./db.ts"
import { test } from "./fixtures.ts"

const IDS = ["0a", "0b", "0c"].map((end) => `0190a000-0000-7000-8000-0000000a47${end}`)
const [ID = ""] = IDS
const TITLE = "Pale & ekri"

test.beforeEach(async ({ sql }) => {
  await insertArticles(sql)
})

test.afterEach(async ({ sql }) => {
  await sql`delete from blog_posts where id = any(${IDS})`
})

test("an article is a centred column of 680 pixels with its reading time and the next two articles", async ({
  page,
}) => {
  await page.goto(`/blog/${ID}`)
  const text = await page.locator("article .prose").boundingBox()
  expect(text?.width).toBeLessThanOrEqual(680)
  const middle = (text?.x ?? 0) + (text?.width ?? 0) / 2
  expect(Math.abs(middle - 720)).toBeLessThan(20)
  await expect(page.getByText("2 min read")).toBeVisible()
  const next = page.getByRole("region", { name: "Read next" })
  await expect(next.getByRole("heading", { level: 3 })).toHaveText(["Article 1", "Article 2"])
  await next.getByRole("link", { name: "Article 1" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Article 1" })).toBeVisible()
})

test("an article and a team with links have no axe violation and no horizontal overflow", async ({ page, sql }) => {
  await sql`update team_members set github_url = 'https://github.com/a'`
  for (const path of [`/ht/blog/${ID}`, "/team"]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await page.setViewportSize({ width: 320, height: 700 })
      await page.goto(path, { waitUntil: "networkidle" })
      expect(await axe(page), path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
    }
  }
})

test("an article is shared by the system's share sheet", async ({ page }) => {
  await page.addInitScript(() => {
    const shared: ShareData[] = []
    Object.assign(globalThis, { shared })
    Object.defineProperty(navigator, "share", { value: async (data: ShareData) => void shared.push(data) })
  })
  await page.goto(`/fr/blog/${ID}`)
  await page.getByRole("button", { name: "Partager" }).click()
  const shared = () => page.evaluate(() => (globalThis as unknown as { shared: ShareData[] }).shared)
  await expect.poll(shared).toEqual([{ title: TITLE, url: expect.stringMatching(`^http.*/fr/blog/${ID}$`) }])
})

test("without a share sheet the button copies the link and says so", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }))
  await page.goto(`/blog/${ID}`)
  await page.getByRole("button", { name: "Share" }).click()
  await expect(page.getByText("Link copied")).toBeVisible()
  const canonical = await page.locator("link[rel=canonical]").getAttribute("href")
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(canonical)
})

test("without script an article has the WhatsApp link and no dead button", async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  await page.goto(`/blog/${ID}`)
  const link = page.getByRole("link", { name: "Share on WhatsApp" })
  const canonical = await page.locator("link[rel=canonical]").getAttribute("href")
  await expect(link).toHaveAttribute("href", `https://wa.me/?text=${encodeURIComponent(`${TITLE} ${canonical}`)}`)
  await expect(page.getByRole("button", { name: "Share" })).toBeHidden()
  await context.close()
})

/** Articles of the far future would not be public, so these are the newest of the past. */
async function insertArticles(sql: Sql): Promise<void> {
  for (const [index, id] of IDS.entries()) {
    await sql`
      insert into blog_posts (id, title, excerpt, content, author, published_at)
      values (${id}, ${index === 0 ? TITLE : `Article ${index}`}, 'Short', ${"mòn ".repeat(360)}, 'Ada',
        now() - ${index}::int * interval '1 minute')
    `
  }
}
