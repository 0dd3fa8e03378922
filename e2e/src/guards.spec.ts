import { expect } from "@playwright/test"
import { signInAsAdmin } from "./admins.ts"
import { test } from "./fixtures.ts"

test("a form that is being sent is not sent again", async ({ page, user }) => {
  let requests = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route("**/api/contact", async (route) => {
    requests++
    await released
    await route.continue()
  })
  await page.goto("/contact")
  const form = page.locator("form[action='/api/contact']")
  await form.getByLabel(/Name/).fill(user.name)
  await form.getByLabel(/Email/).fill(user.email)
  await form.getByLabel(/Subject/).selectOption({ index: 1 })
  await form.getByLabel(/Message/).fill(`Bonjou ${user.marker}`)
  await form.getByRole("button").last().click()
  await expect.poll(() => requests).toBe(1)
  await form.evaluate((element: HTMLFormElement) => {
    element.requestSubmit()
    element.requestSubmit()
  })
  release()
  await expect(form.getByLabel(/Message/)).toHaveValue("")
  expect(requests).toBe(1)
})

test("single-key shortcuts do nothing while a dialog is open", async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin/contacts")
  await page.getByRole("button", { name: "Change Password" }).click()
  const dialog = page.getByRole("dialog", { name: "Change Password" })
  const button = dialog.getByRole("button").last()
  await button.focus()
  for (const key of ["?", "/", "x", "r"]) await button.press(key)
  await expect(page.locator("dialog[open]")).toHaveCount(1)
  await expect(button).toBeFocused()
  await dialog.press("Escape")
  await page.getByRole("heading", { level: 1 }).press("?")
  await expect(page.locator("dialog[open]")).toHaveCount(1)
})
