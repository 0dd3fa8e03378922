import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { PASSWORD, register, usernameOf } from "./members.ts"

const JAVASCRIPT = "/learn/javascript-fundamentals/numbers"
const PYTHON = "/learn/python-for-beginners/count-the-change"
const MAX_EDITOR_BYTES = 150_000

test("a program of JavaScript runs, its tests pass, and the next visit finds it again", async ({ page }) => {
  await open(page, JAVASCRIPT)
  await write(page, "console.log(3 * 25 + 2 * 50)\nconsole.log(500 - 175)")
  await page.keyboard.press("Control+Enter")
  await expect(page.getByText("All tests pass. Your program works.")).toBeVisible()
  // The headings of the lesson's own text are the concern of its page.
  expect((await axe(page)).filter((finding) => !finding.includes("heading-order at #block"))).toEqual([])
  await open(page, JAVASCRIPT)
  await expect(editor(page)).toHaveValue(/500 - 175/)
})

test("after a new sign-in on a slow line the member's program opens, not the first version over it", async ({
  page,
  user,
  baseURL,
}) => {
  const origin = baseURL ?? ""
  await register(page, user, baseURL)
  await open(page, JAVASCRIPT)
  await write(page, "console.log(500 - 175)")
  await page.goto("/404")
  await page.request.post("/api/auth/logout", { headers: { origin } })
  const data = { usernameOrEmail: usernameOf(user), password: PASSWORD }
  expect((await page.request.post("/api/auth/login", { data, headers: { origin } })).status()).toBe(200)
  const gate = Promise.withResolvers<void>()
  await page.route("**/api/auth/user", (route) => gate.promise.then(() => route.continue()))
  const styles = page.waitForResponse(/\/code-[^/]+\.css$/)
  await page.goto(JAVASCRIPT)
  await page.locator("[data-programs]").evaluate((exercise) => exercise.scrollIntoView())
  await (await styles).finished()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(editor(page)).toHaveCount(0)
  gate.resolve()
  await expect(editor(page)).toHaveValue("console.log(500 - 175)")
})

test("an error is explained beside the original, and its line is shown", async ({ page }) => {
  await open(page, PYTHON)
  await write(page, 'paid = input("How much? ")\nprint(paid - 75)')
  await page.keyboard.press("Control+Enter")
  await expect(page.getByText("TypeError: unsupported types for __sub__: 'str', 'int'")).toBeVisible()
  await expect(page.getByText("Two values do not go together, such as a text and a number.")).toBeVisible()
  await page.getByRole("button", { name: "Show line 2" }).click()
  await expect(editor(page)).toBeFocused()
})

test("an endless loop is stopped and said", async ({ page }) => {
  await open(page, JAVASCRIPT)
  await write(page, "while (true) {}")
  await page.keyboard.press("Control+Enter")
  await expect(page.getByText("The program did not end, so we stopped it.")).toBeVisible()
})

test("where the editor cannot load, the text area runs programs", async ({ page }) => {
  await page.route("**/editor-view-*.js", (route) => route.abort())
  await open(page, JAVASCRIPT)
  await editor(page).fill("console.log(nothing)")
  await editor(page).press("Control+Enter")
  await expect(page.getByText("ReferenceError: nothing is not defined")).toBeVisible()
})

test("where the editor cannot load, the first version comes back, and that can be undone", async ({ page }) => {
  await page.route("**/editor-view-*.js", (route) => route.abort())
  await open(page, JAVASCRIPT)
  const first = await editor(page).inputValue()
  const reset = page.getByRole("button", { name: "Start again from the first version" })
  await reset.click()
  await expect(editor(page)).toHaveValue(first)
  await editor(page).press("Control+End")
  await page.keyboard.type("\nlet more = 1")
  await reset.click()
  await expect(editor(page)).toHaveValue(first)
  await editor(page).press("Control+End")
  await page.keyboard.type("\n// end 😀")
  await editor(page).press("Control+Home")
  await page.keyboard.type("// begin 😁\n")
  const changed = await editor(page).inputValue()
  await reset.click()
  await expect(editor(page)).toHaveValue(first)
  await editor(page).press("Control+Z")
  await expect(editor(page)).toHaveValue(changed)
})

test("the editor of JavaScript loads at the first touch and is at most 150 KB", async ({ page }) => {
  await open(page, JAVASCRIPT)
  const transferred = () =>
    page.evaluate(() => {
      const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[]
      return files.reduce((sum, { transferSize }) => sum + transferSize, 0)
    })
  const before = await transferred()
  await editor(page).click()
  await expect(page.locator(".cm-content")).toBeFocused()
  const bytes = (await transferred()) - before
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(MAX_EDITOR_BYTES)
})

const editor = (page: Page) => page.getByRole("textbox", { name: "Your program" })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  // A reader who stayed at the program before goes on there, and its editor has loaded.
  const program = page.locator("[data-programs]").or(editor(page)).first()
  await program.evaluate((exercise) => exercise.scrollIntoView())
  await expect(editor(page)).toBeVisible()
}

async function write(page: Page, program: string): Promise<void> {
  await editor(page).click()
  await expect(page.locator(".cm-content")).toBeFocused()
  await page.keyboard.press("Control+a")
  await page.keyboard.insertText(program)
}
