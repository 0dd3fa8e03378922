import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, type Page } from "@playwright/test"
import { axe, slowAnimations } from "./axe.ts"
import { test } from "./fixtures.ts"
import type { Product } from "./product.ts"

const SOURCES = join(import.meta.dirname, "../../web/src")
const PHONE = { width: 390, height: 844 }

test("a built product has no gallery", async ({ page, product }) => {
  const response = await page.goto(`${product.url}/gallery`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible()
  const built = globSync("**/*.{js,html}", { cwd: join(SOURCES, "../dist") })
  expect(built.length).toBeGreaterThan(10)
  const leaks = built.filter((file) =>
    readFileSync(join(SOURCES, "../dist", file), "utf8").includes("Only the development server shows this"),
  )
  expect(leaks).toEqual([])
})

test("the gallery shows every UI component, except nested ones and page art", () => {
  const pageArt = ["band-sun", "call-band", "contours", "footer-ridge", "page-head", "page-hero", "scene", "sun"]
  const nested = ["error-dialog", "field-frame", "overlay-host", "success-dialog", "toaster"]
  const gallerySource = globSync("app/gallery/*.tsx", { cwd: SOURCES })
    .map((file) => readFileSync(join(SOURCES, file), "utf8"))
    .join("\n")
  const components = globSync("ui/*.tsx", { cwd: SOURCES }).map((file) => file.replace(/^ui\/|\.tsx$/g, ""))
  expect(components.length).toBeGreaterThan(20)
  const isShown = (component: string) => gallerySource.includes(`#ui/${component}.tsx`)
  const missing = components.filter((component) => ![...pageArt, ...nested].includes(component) && !isShown(component))
  expect(missing).toEqual([])
})

test("the gallery has no axe violation on desktop and phone", async ({ page, devServer }) => {
  await openGallery(page, devServer)
  expect(await axe(page)).toEqual([])
  await page.setViewportSize(PHONE)
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test("the three kinds of error dialog and the success dialog have no axe violation", async ({ page, devServer }) => {
  await openGallery(page, devServer)
  for (const name of ["Error", "Warning", "Info", "Success with actions"]) {
    await button(page, name).click()
    await expect(openDialog(page)).toBeVisible()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press("Escape")
    await expect(openDialog(page)).toHaveCount(0)
  }
})

test("the edit dialog asks before it loses a change, and returns the focus", async ({ page, devServer }) => {
  await openGallery(page, devServer)
  await button(page, "Edit an article").click()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Escape")
  await expect(inDialog(page, "Keep writing")).toBeFocused()
  expect(await axe(page)).toEqual([])
  await inDialog(page, "Leave without saving").press("Enter")
  await expect(openDialog(page)).toHaveCount(0)
  await expect(button(page, "Edit an article")).toBeFocused()
})

test("an error dialog names its severity, and Dismiss, the close button and Escape return the focus", async ({
  page,
  devServer,
}) => {
  await openGallery(page, devServer)
  for (const close of [() => inDialog(page, "Dismiss"), () => inDialog(page, "Close")]) {
    await button(page, "Error").click()
    const dialog = page.getByRole("alertdialog", { name: "Connection Problem" })
    await expect(dialog).toHaveAccessibleDescription("Error We're having trouble connecting to our servers.")
    await close().click()
    await expect(dialog).toHaveCount(0)
    await expect(button(page, "Error")).toBeFocused()
  }
  await button(page, "Warning").click()
  const warning = page.getByRole("alertdialog", { name: "Something went wrong" })
  await expect(warning).toHaveAccessibleDescription("Warning Please wait a moment and try again.")
  await expect(inDialog(page, "Close")).toHaveCount(0)
  await page.keyboard.press("Escape")
  await expect(warning).toHaveCount(0)
  await expect(button(page, "Warning")).toBeFocused()
})

test("Try Again closes the error dialog and repeats the action each time", async ({ page, devServer }) => {
  await openGallery(page, devServer)
  for (const times of [1, 2]) {
    await button(page, "Error with retry").click()
    await expect(inDialog(page, "Try Again")).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(openDialog(page)).toHaveCount(0)
    await expect(page.getByText(`Tried again: ${times}`)).toBeVisible()
  }
})

test("a success dialog closes by itself, on a click outside, on its button and after an action", async ({
  page,
  devServer,
}) => {
  await openGallery(page, devServer)
  await button(page, "Success that closes itself").click()
  await expect(openDialog(page)).toBeVisible()
  await expect(openDialog(page)).toHaveCount(0)
  await expect(button(page, "Success that closes itself")).toBeFocused()

  await button(page, "Success with actions").click()
  await expect(openDialog(page)).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(openDialog(page)).toHaveCount(0)

  await button(page, "Success with actions").click()
  await page.getByRole("heading", { name: "Thank you, Marie!" }).click()
  await expect(openDialog(page)).toBeVisible()
  await inDialog(page, "Close").click()
  await expect(openDialog(page)).toHaveCount(0)

  await button(page, "Success with actions").click()
  await inDialog(page, "Download a receipt").click()
  await expect(openDialog(page)).toHaveCount(0)
  await expect(page.getByText("Done: a receipt")).toBeVisible()

  await button(page, "Success with actions").click()
  await page.getByRole("link", { name: "See the programs" }).click()
  await expect(openDialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(/#section-overlays$/)
})

test("the success dialog animates its rays, except where it is still or data saver is on", async ({
  page,
  devServer,
}) => {
  await openGallery(page, devServer)
  await slowAnimations(page)
  const countAnimations = () =>
    page.locator("dialog[open] .lit-medal").evaluate((medal) => medal.getAnimations({ subtree: true }).length)
  await button(page, "Success with actions").click()
  expect(await countAnimations()).toBe(4)
  await page.keyboard.press("Escape")
  await expect(openDialog(page)).toHaveCount(0)
  await button(page, "Success without animation").click()
  expect(await countAnimations()).toBe(0)
  await page.keyboard.press("Escape")
  await expect(openDialog(page)).toHaveCount(0)
  await page.evaluate(() => document.documentElement.toggleAttribute("data-save", true))
  await button(page, "Success with actions").click()
  expect(await countAnimations()).toBe(0)
})

test("without the overlay script a plain dialog shows the same texts and actions", async ({ page, devServer }) => {
  await page.route("**/ui/overlay-host.tsx*", (route) => route.abort())
  await openGallery(page, devServer)
  await button(page, "Error with retry").click()
  const error = page.getByRole("alertdialog", { name: "Something went wrong" })
  await expect(error).toHaveAccessibleDescription("Please try again.")
  await error.getByRole("button", { name: "Try Again" }).click()
  await expect(error).toHaveCount(0)
  await expect(page.getByText("Tried again: 1")).toBeVisible()
  await button(page, "Success with actions").click()
  const success = page.getByRole("dialog", { name: "Thank you, Marie!" })
  await expect(success.getByRole("link", { name: "See the programs" })).toHaveAttribute("href", "#section-overlays")
  await success.getByRole("button", { name: "Close" }).click()
  await expect(success).toHaveCount(0)
})

test("a toast of an open dialog is inside the dialog and moves to the page when the dialog closes", async ({
  page,
  devServer,
}) => {
  await openGallery(page, devServer)
  await button(page, "A dialog").click()
  const dialog = page.getByRole("dialog", { name: "A dialog" })
  await inDialog(page, "Toast from the dialog").click()
  const toast = dialog.locator(".toast")
  await expect(toast).toContainText("Make sure all fields are filled out correctly.")
  // A hovered toast stays open while axe runs.
  await toast.hover()
  expect(await axe(page)).toEqual([])
  await inDialog(page, "Done").click()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator("body > div .toast")).toBeVisible()

  await button(page, "A dialog").click()
  await inDialog(page, "Toast from the dialog").click()
  await toast.getByRole("button", { name: "Close" }).click()
  await expect(toast).toHaveCount(0)
  await expect(dialog).toBeVisible()
})

test("an open toast moves into a dialog that opens", async ({ page, devServer }) => {
  await openGallery(page, devServer)
  await button(page, "Failure toast").click()
  await page.locator("body > div .toast").hover()
  await button(page, "A dialog").click()
  await expect(page.getByRole("dialog", { name: "A dialog" }).locator(".toast")).toBeVisible()
})

test("tabs are one tab stop: arrows, Home and End select a tab, and Tab moves to the panel", async ({
  page,
  devServer,
}) => {
  await openGallery(page, devServer)
  const [first, second, third] = ["Computer Programming", "Foreign Language Learning", "Career & Personal Mentorship"]
  const tab = (name: string | undefined) => page.getByRole("tab", { name: name ?? "", exact: true })
  await tab(first).focus()
  for (const [key, name] of [
    ["ArrowRight", second],
    ["End", third],
    ["ArrowRight", first],
    ["ArrowLeft", third],
    ["Home", first],
    ["ArrowRight", second],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tab(name)).toBeFocused()
    await expect(page.getByRole("tab", { selected: true })).toHaveText(name ?? "")
  }
  await page.keyboard.press("Tab")
  await expect(page.getByRole("tabpanel", { name: second ?? "" })).toBeFocused()
  await expect(page.getByRole("tabpanel")).toHaveText("French and Spanish.")
  await page.keyboard.press("Shift+Tab")
  await expect(tab(second)).toBeFocused()
})

test("a password can be shown and hidden, and the button needs JavaScript", async ({ page, browser, devServer }) => {
  await openGallery(page, devServer)
  const password = page.getByLabel("Password", { exact: true })
  await expect(password).toHaveAttribute("type", "password")
  await page.getByRole("button", { name: "Show the password" }).click()
  await expect(password).toHaveAttribute("type", "text")
  const hide = page.getByRole("button", { name: "Hide the password" })
  await hide.click()
  await expect(password).toHaveAttribute("type", "password")

  const plainContext = await browser.newContext({ javaScriptEnabled: false })
  const plainPage = await plainContext.newPage()
  await plainPage.goto(`${devServer.url}/gallery`)
  await expect(plainPage.getByLabel("Password", { exact: true })).toBeVisible()
  await expect(plainPage.locator(".password button").first()).toBeHidden()
  await plainContext.close()
})

async function openGallery(page: Page, devServer: Product): Promise<void> {
  await page.goto(`${devServer.url}/gallery`)
  // On the first visit Vite still has to transform the modules.
  await expect(page.locator("#gallery[data-hydrated]")).toBeAttached({ timeout: 60_000 })
}

function button(page: Page, name: string) {
  return page.locator("#gallery").getByRole("button", { name, exact: true })
}

function openDialog(page: Page) {
  return page.locator("dialog[open]")
}

function inDialog(page: Page, name: string) {
  return openDialog(page).getByRole("button", { name, exact: true }).first()
}
