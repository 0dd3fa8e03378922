import { expect, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import { insertLesson } from "./lessons.ts"

test.use({ serviceWorkers: "allow" })

test.beforeAll(async ({ sql }) => {
  await insertLesson(sql)
})

const saveButton = (page: Page) => page.getByRole("button", { name: /^Save on this device/ })

async function saveCourse(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await saveButton(page).click()
  await expect(page.getByText("It opens without a connection.")).toBeVisible()
}

test("a saved course says its size first, and opens all of its lessons offline", async ({ page, context }) => {
  await page.goto("/learn/every-kind")
  await expect(page.getByRole("button", { name: /^Save on this device \(\d+ KB\)$/ })).toBeVisible()
  await expect(page.getByText(/are free on this device/)).toBeVisible()
  await saveButton(page).click()
  await expect(page.getByText(/^On this device \(\d+ KB\)\. It opens without a connection\.$/)).toBeVisible()
  await context.setOffline(true)
  for (const [path, title] of [
    ["/learn/every-kind/every-kind-of-exercise", "Every kind"],
    ["/learn/every-kind/only-text", "Only text"],
    ["/learn/every-kind", "Every kind of exercise"],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title)
  }
})
