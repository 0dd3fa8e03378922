import { expect, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import { insertShortLessons, SHORT_LESSONS } from "./lessons.ts"
import { readToEnd } from "./offline-pages.ts"

test("the site is offered for installation once, after the first finished lesson", async ({ page, sql }) => {
  await insertShortLessons(sql)
  const [one = "", two = ""] = SHORT_LESSONS
  const offer = page.getByText("Put the courses on your home screen")
  // The browser may make its offer before the end of the lesson is hydrated.
  const hydrated = Promise.withResolvers<void>()
  await page.route("**/island-LessonEnd*", async (route) => {
    await hydrated.promise
    await route.continue()
  })
  await page.goto(one)
  await expect(page.getByText("Saved on this device")).toBeVisible()
  await makeOffer(page)
  hydrated.resolve()
  await expect(offer).toHaveCount(0)
  await readToEnd(page)
  await expect(offer).toBeVisible()
  await page.getByRole("button", { name: "Install" }).click()
  await expect(page.locator("body")).toHaveAttribute("data-installed", "")
  await expect(offer).toHaveCount(0)
  await page.goto(two)
  await expect(page.getByText("Saved on this device")).toBeVisible()
  await makeOffer(page)
  await readToEnd(page)
  await expect(offer).toHaveCount(0)
})

test("each language has a manifest of the same app, whose files are there", async ({ request }) => {
  for (const [language, prefix] of [
    ["en", ""],
    ["fr", "/fr"],
    ["ht", "/ht"],
    ["es", "/es"],
  ] as const) {
    const page = await (await request.get(`${prefix}/learn`)).text()
    const address = /rel="manifest" href="([^"]+)"/.exec(page)?.[1] ?? ""
    const manifest = await (await request.get(address)).json()
    expect(manifest).toMatchObject({ lang: language, id: "/", start_url: `${prefix}/member-dashboard` })
    for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
      const file = await request.get(src)
      expect([src, sizes, file.status()]).toEqual([src, sizes, 200])
    }
    for (const { url } of manifest.shortcuts) expect((await request.get(url)).status()).toBe(200)
  }
})

/** What Chromium does for a person at a screen. */
function makeOffer(page: Page): Promise<void> {
  return page.evaluate(() => {
    const prompt = async () => document.body.setAttribute("data-installed", "")
    dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt }))
  })
}
