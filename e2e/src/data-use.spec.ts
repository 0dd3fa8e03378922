import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { insertLesson, LESSON_PATH } from "./lessons.ts"
import { openProfileTab, register } from "./members.ts"
import { recordTraffic } from "./network.ts"

const KB = 1000
/** Of "12 KB on this device in seven days." */
const kilobytes = (text: string | null) => Number(/[\d.,]+/.exec(text ?? "")?.[0])

test("the profile says what the site cost this device this week, and switches data saver", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard", { waitUntil: "networkidle" })
  await openProfileTab(page)
  const card = page.getByRole("region", { name: "Data used this week" })
  const total = card.getByText(/on this device in seven days/)
  await scrollToEnd(page)
  await expect(total).toBeVisible()
  const first = kilobytes(await total.textContent())
  const received = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .map((entry) => (entry as PerformanceResourceTiming).transferSize)
      .reduce((sum, bytes) => sum + bytes, 0),
  )
  expect(first).toBeGreaterThan(50)
  expect(first).toBeLessThanOrEqual(Math.ceil(received / KB))
  await expect(card.getByRole("list", { name: "By day" }).getByRole("listitem")).toHaveCount(7)
  expect(await axe(page)).toEqual([])
  await card.getByRole("button", { name: "Data saver" }).press("Enter")
  await expect(card.getByText("Data saver is on")).toBeVisible()
  await page.reload({ waitUntil: "networkidle" })
  await scrollToEnd(page)
  await expect(card.getByRole("button", { name: "Data saver" })).toHaveAttribute("aria-pressed", "true")
  expect(kilobytes(await total.textContent())).toBeGreaterThanOrEqual(first)
})

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" })

  test("what it fetches counts as well, also for pages that count nothing", async ({ page, user, baseURL }) => {
    await register(page, user, baseURL)
    const total = page.getByText(/on this device in seven days/)
    await page.goto("/member-dashboard/profile", { waitUntil: "networkidle" })
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.goto("/member-dashboard/profile", { waitUntil: "networkidle" })
    await scrollToEnd(page)
    const before = kilobytes(await total.textContent())
    await page.goto("/privacy", { waitUntil: "networkidle" })
    const size = await page.request.get("/privacy").then((response) => Number(response.headers()["content-length"]))
    expect(size).toBeGreaterThan(2 * KB)
    await page.goto("/member-dashboard/profile", { waitUntil: "networkidle" })
    await scrollToEnd(page)
    await expect.poll(async () => kilobytes(await total.textContent())).toBeGreaterThan(before + Math.floor(size / KB))
  })
})

test("a visit of the dashboard and a lesson with data saver loads no fonts, pictures or film, and asks for nothing by itself", async ({
  page,
  context,
  user,
  sql,
  baseURL,
}) => {
  await insertLesson(sql)
  await register(page, user, baseURL)
  await context.addCookies([{ name: "save", value: "on", url: baseURL ?? "" }])
  await page.clock.install()
  const shown = { "/member-dashboard": "Welcome back, Widline!", [LESSON_PATH]: "" }
  const traffic = await recordTraffic(page)
  for (const [path, heading] of Object.entries(shown)) {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toContainText(heading)
    await expect(page.locator("#main .skeleton, #main .loading-overlay")).toHaveCount(0)
    await traffic.settle()
    const { length } = traffic.snapshot().requests
    // Half an hour later the page has asked for nothing more.
    await page.clock.runFor(1_800_000)
    await traffic.settle()
    expect(
      traffic
        .snapshot()
        .requests.slice(length)
        .map(({ url }) => url),
    ).toEqual([])
  }
  const unneeded = traffic
    .snapshot()
    .requests.filter(({ url, kind }) => ["Font", "Image", "Media"].includes(kind) && !url.endsWith(".svg"))
  expect(unneeded).toEqual([])
  expect(context.serviceWorkers()).toEqual([])
})

/** The card loads when it comes near the screen. */
async function scrollToEnd(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Where you are signed in" })).toBeVisible()
  await page.mouse.wheel(0, 10_000)
}
