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
    const [split, whole] = await stylesOf(page)
    expect(split.length).toBeGreaterThan(1000)
    expect(split.filter((style, at) => style !== whole[at])).toEqual([])
  })
}

/** The computed styles of all elements, with the page's own styles and then with the sheet that they are cut from. */
async function stylesOf(page: Page): Promise<[string[], string[]]> {
  const sheet = readdirSync(ASSETS).find((file) => /^site-.*\.css$/.test(file))
  return page.evaluate(async (href) => {
    const own = document.querySelectorAll("style")
    const elements = document.querySelectorAll("body, body :not(script, style)")
    const read = () =>
      [...elements].flatMap((element) =>
        [undefined, "::before", "::after"].map((pseudo) => {
          const style = getComputedStyle(element, pseudo)
          const values = [...style].filter((name) => !name.startsWith("--")).map((name) => style.getPropertyValue(name))
          return `${element.tagName} ${element.getAttribute("class")} ${pseudo} ${values.join(" ")}`
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
    return [split, read()]
  }, `/assets/${sheet}`)
}
