import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, type Page } from "@playwright/test"
import { axe, slowDown } from "./axe.ts"
import { test } from "./fixtures.ts"
import type { Product } from "./product.ts"

const SOURCES = join(import.meta.dirname, "../../web/src")
const PHONE = { width: 390, height: 844 }

test("a built product has no gallery", async ({ page, product }) => {
  const answer = await page.goto(`${product.url}/gallery`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible()
  const built = globSync("**/*.{js,html}", { cwd: join(SOURCES, "../dist") })
  expect(built.length).toBeGreaterThan(10)
  const telling = built.filter((file) =>
    readFileSync(join(SOURCES, "../dist", file), "utf8").includes("Only the development server shows this"),
  )
  expect(telling).toEqual([])
})

test("every part of the kit hangs in the gallery, stands inside one that does, or is art of the pages", () => {
  const art = ["band-sun", "call-band", "contours", "footer-ridge", "page-hero", "scene", "sun"]
  const inside = ["error-dialog", "field-frame", "overlay-host", "success-dialog", "toaster"]
  const hung = globSync("app/gallery/*.tsx", { cwd: SOURCES })
    .map((file) => readFileSync(join(SOURCES, file), "utf8"))
    .join("\n")
  const kit = globSync("ui/*.tsx", { cwd: SOURCES }).map((file) => file.replace(/^ui\/|\.tsx$/g, ""))
  expect(kit.length).toBeGreaterThan(20)
  expect(kit.filter((part) => ![...art, ...inside].includes(part) && !hung.includes(`#ui/${part}.tsx`))).toEqual([])
})

test("axe has nothing against the gallery, light or dark, on a desk or a phone", async ({ page, devServer }) => {
  await visit(page, devServer)
  expect(await axe(page)).toEqual([])
  await page.setViewportSize(PHONE)
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test("axe has nothing against the error dialog in its three colors, nor against the success dialog", async ({
  page,
  devServer,
}) => {
  await visit(page, devServer)
  for (const name of ["Error", "Warning", "Info", "Success with actions"]) {
    await button(page, name).click()
    await expect(open(page)).toBeVisible()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press("Escape")
    await expect(open(page)).toHaveCount(0)
  }
})

test("an error says how grave it is in a word, and Dismiss, the close button and Escape give the focus back", async ({
  page,
  devServer,
}) => {
  await visit(page, devServer)
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

test("Try Again hides the error and does the thing again, each time", async ({ page, devServer }) => {
  await visit(page, devServer)
  for (const times of [1, 2]) {
    await button(page, "Error with retry").click()
    await expect(inDialog(page, "Try Again")).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(open(page)).toHaveCount(0)
    await expect(page.getByText(`Tried again: ${times}`)).toBeVisible()
  }
})

test("a success closes by itself, on a tap beside it, on its button and after an action", async ({
  page,
  devServer,
}) => {
  await visit(page, devServer)
  await button(page, "Success that closes itself").click()
  await expect(open(page)).toBeVisible()
  await expect(open(page)).toHaveCount(0)
  await expect(button(page, "Success that closes itself")).toBeFocused()

  await button(page, "Success with actions").click()
  await expect(open(page)).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(open(page)).toHaveCount(0)

  await button(page, "Success with actions").click()
  await page.getByRole("heading", { name: "Thank you, Marie!" }).click()
  await expect(open(page)).toBeVisible()
  await inDialog(page, "Close").click()
  await expect(open(page)).toHaveCount(0)

  await button(page, "Success with actions").click()
  await inDialog(page, "Download a receipt").click()
  await expect(open(page)).toHaveCount(0)
  await expect(page.getByText("Done: a receipt")).toBeVisible()

  await button(page, "Success with actions").click()
  await page.getByRole("link", { name: "See the programs" }).click()
  await expect(open(page)).toHaveCount(0)
  await expect(page).toHaveURL(/#section-overlays$/)
})

test("the rays of a success unfold, and stand still where that is asked for", async ({ page, devServer }) => {
  await visit(page, devServer)
  await slowDown(page)
  const rays = () =>
    page.locator("dialog[open] .lit-medal").evaluate((medal) => medal.getAnimations({ subtree: true }).length)
  await button(page, "Success with actions").click()
  expect(await rays()).toBe(4)
  await page.keyboard.press("Escape")
  await expect(open(page)).toHaveCount(0)
  await button(page, "Success without animation").click()
  expect(await rays()).toBe(0)
  await page.keyboard.press("Escape")
  await expect(open(page)).toHaveCount(0)
  await page.evaluate(() => document.documentElement.toggleAttribute("data-save", true))
  await button(page, "Success with actions").click()
  expect(await rays()).toBe(0)
})

test("where the line is down, a plain dialog says and offers the same", async ({ page, devServer }) => {
  await page.route("**/ui/overlay-host.tsx*", (route) => route.abort())
  await visit(page, devServer)
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

test("a toast over an open dialog stands inside it, can be closed there, and comes out when the dialog closes", async ({
  page,
  devServer,
}) => {
  await visit(page, devServer)
  await button(page, "A dialog").click()
  const dialog = page.getByRole("dialog", { name: "A dialog" })
  await inDialog(page, "Toast from the dialog").click()
  const toast = dialog.locator(".toast")
  await expect(toast).toContainText("Make sure all fields are filled out correctly.")
  // Under the pointer it stays, however long the look at it takes.
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

test("a toast that stands goes along into a dialog that opens", async ({ page, devServer }) => {
  await visit(page, devServer)
  await button(page, "Failure toast").click()
  await page.locator("body > div .toast").hover()
  await button(page, "A dialog").click()
  await expect(page.getByRole("dialog", { name: "A dialog" }).locator(".toast")).toBeVisible()
})

test("tabs are one stop of the keyboard; arrows, Home and End choose, and the panel comes next", async ({
  page,
  devServer,
}) => {
  await visit(page, devServer)
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

test("a password can be looked at and hidden again, and only with script", async ({ page, browser, devServer }) => {
  await visit(page, devServer)
  const password = page.getByLabel("Password", { exact: true })
  await expect(password).toHaveAttribute("type", "password")
  await page.getByRole("button", { name: "Show the password" }).click()
  await expect(password).toHaveAttribute("type", "text")
  const hide = page.getByRole("button", { name: "Hide the password" })
  await hide.click()
  await expect(password).toHaveAttribute("type", "password")

  const plain = await browser.newContext({ javaScriptEnabled: false })
  const still = await plain.newPage()
  await still.goto(`${devServer.url}/gallery`)
  await expect(still.getByLabel("Password", { exact: true })).toBeVisible()
  await expect(still.locator(".password button").first()).toBeHidden()
  await plain.close()
})

async function visit(page: Page, devServer: Product): Promise<void> {
  await page.goto(`${devServer.url}/gallery`)
  // The first visit waits until Vite has made everything ready.
  await expect(page.locator("#gallery[data-hydrated]")).toBeAttached({ timeout: 60_000 })
}

function button(page: Page, name: string) {
  return page.locator("#gallery").getByRole("button", { name, exact: true })
}

function open(page: Page) {
  return page.locator("dialog[open]")
}

function inDialog(page: Page, name: string) {
  return open(page).getByRole("button", { name, exact: true }).first()
}
