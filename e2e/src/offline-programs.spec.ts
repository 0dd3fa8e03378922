import { LANGUAGES, pathIn } from "@haitech/contract/languages"
import { expect, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"

test.use({ serviceWorkers: "allow" })

const PROGRAMS = [
  { course: "/learn/javascript-fundamentals", lesson: "numbers", program: 'console.log("mango " + 6 * 7)' },
  { course: "/learn/python-for-beginners", lesson: "count-the-change", program: 'print("mango", 6 * 7)' },
]
const OUTPUT = "mango 42"

for (const language of LANGUAGES)
  test(`in airplane mode all lessons of saved courses open and run programs: ${language}`, async ({
    page,
    context,
  }) => {
    for (const { course } of PROGRAMS) await saveInAnyLanguage(page, pathIn(language, course))
    await context.setOffline(true)
    for (const { course, lesson, program } of PROGRAMS) {
      const address = pathIn(language, course)
      await page.goto(address)
      const lessons = await page
        .locator(`main a[href^="${address}/"]`)
        .evaluateAll((links) => [...new Set(links.map((link) => (link as HTMLAnchorElement).pathname))])
      expect(lessons.length).toBeGreaterThanOrEqual(10)
      for (const path of lessons) {
        await page.goto(path, { waitUntil: "commit" })
        await expect(page.locator("article h1")).toBeVisible()
        expect(new URL(page.url()).pathname).toBe(path)
      }
      await page.goto(`${address}/${lesson}`)
      await run(page, program)
    }
  })

async function saveInAnyLanguage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const card = page.locator(".save-course")
  await card.getByRole("button").click()
  // Once it is saved, the only thing left to do is to remove it.
  await expect(card.locator("progress")).toHaveCount(0)
  await expect(page.locator("[data-lesson-id]:not(:has([data-saved])):not([data-saved])")).toHaveCount(0)
}

async function run(page: Page, program: string): Promise<void> {
  const exercise = page.locator("[data-programs], .code-exercise").last()
  await exercise.evaluate((element) => element.scrollIntoView())
  await page.locator(".code-editor").last().getByRole("textbox").click()
  await expect(page.locator(".cm-content").last()).toBeFocused()
  await page.keyboard.press("Control+a")
  await page.keyboard.insertText(program)
  await page.keyboard.press("Control+Enter")
  await expect(page.locator(".code-exercise pre", { hasText: OUTPUT }).last()).toBeVisible()
}
