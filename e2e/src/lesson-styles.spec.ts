import { readdirSync } from "node:fs"
import { expect, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import { insertLesson, LESSON_PATH } from "./lessons.ts"

const ASSETS = "web/dist/client/assets"

test.beforeAll(async ({ sql }) => {
  await insertLesson(sql)
})

for (const width of [390, 1440]) {
  test(`a lesson's styles in two parts look as the whole sheet does, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: "reduce" })
    await page.route("**/fonts/*", (route) => route.abort())
    await page.goto(LESSON_PATH)
    expect(await page.locator("style").count()).toBe(2)
    const exercise = page.getByRole("region", { name: "Exercise 1 of 6" })
    await exercise.getByLabel("100").check()
    await exercise.getByRole("button", { name: "Check" }).click()
    await expect(exercise.getByText("Try 2")).toBeVisible()
    await exercise.getByLabel("80").check()
    await exercise.getByRole("button", { name: "Check" }).click()
    await expect(exercise.getByText("Yes, that is right.")).toBeVisible()
    await page.getByRole("button", { name: "I'm stuck" }).filter({ visible: true }).click()
    await expect(page.getByRole("dialog")).toBeVisible()
    // It comes once the device is known to store answers, and takes space in its line.
    await expect(page.locator(".lesson-state")).toContainText("Saved on this device")
    const { compared, different } = await compareStyles(page)
    expect(compared).toBeGreaterThan(100_000)
    expect(different).toEqual([])
  })
}

/** Compares what the page's own styles compute for all elements with what the sheet does that they are cut from. */
async function compareStyles(page: Page): Promise<{ compared: number; different: string[] }> {
  const sheet = readdirSync(ASSETS).find((file) => /^site-.*\.css$/.test(file))
  return page.evaluate(async (href) => {
    const own = document.querySelectorAll("style")
    const elements = document.querySelectorAll("body, body :not(script, style)")
    const read = () =>
      [...elements].flatMap((element) =>
        ["", "::before", "::after"].flatMap((pseudo) => {
          const style = getComputedStyle(element, pseudo)
          // In a closed menu the browser can give the first size that is read as it was before layout.
          style.getPropertyValue("block-size")
          const names = [...style].filter((name) => !name.startsWith("--"))
          const owner = `${element.tagName} ${element.getAttribute("class")}${pseudo}`
          return names.map((name) => `${owner} ${name}: ${style.getPropertyValue(name)}`)
        }),
      )
    const split = read()
    const link = document.createElement("link")
    link.rel = "stylesheet"
    link.href = href
    const loaded = new Promise((resolve) => link.addEventListener("load", resolve))
    document.head.append(link)
    await loaded
    for (const style of own) style.remove()
    const whole = read()
    const different = split.flatMap((style, at) => (style === whole[at] ? [] : [`${style}, whole: ${whole[at]}`]))
    return { compared: split.length, different }
  }, `/assets/${sheet}`)
}
