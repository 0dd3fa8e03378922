import { expect } from "@playwright/test"
import { test } from "./fixtures.ts"
import { holdUser, register } from "./members.ts"

for (const [path, form] of [
  ["/schedule", "#schedule form"],
  ["/fr/contact", "#contact form"],
] as const) {
  test(`D10: ${path} is filled in with a member's name and email, which its HTML does not contain`, async ({
    page,
    user,
    baseURL,
  }) => {
    await register(page, user, baseURL)
    await page.goto(path)
    const [name, email] = [page.locator(`${form} [autocomplete=name]`), page.locator(`${form} [autocomplete=email]`)]
    await expect(name).toHaveValue("Widline Jean")
    await expect(email).toHaveValue(user.email)
    expect(await (await page.request.get(path)).text()).not.toContain(user.email)
    await expect(page.locator("main [data-island]").filter({ has: page.locator("form") })).toHaveAttribute(
      "data-hydrated",
    )
    await expect(name).toHaveValue("Widline Jean")
  })
}

test("a member's name does not replace what was typed before it arrived, and is there again after a success", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  const release = await holdUser(page)
  await page.goto("/contact")
  const form = page.locator("#contact form")
  await form.getByLabel("Full Name").fill("Manman Widline")
  release()
  await expect(form.getByLabel("Email Address")).toHaveValue(user.email)
  await expect(form.getByLabel("Full Name")).toHaveValue("Manman Widline")
  await form.getByLabel("Subject").selectOption("general")
  await form.getByRole("textbox", { name: "Message" }).fill("Bonjou")
  await form.getByRole("button", { name: "Send Message" }).click()
  await expect(page.getByRole("dialog", { name: "Message Sent!" })).toBeVisible()
  await expect(form.getByRole("textbox", { name: "Message" })).toHaveValue("")
  await expect(form.getByLabel("Full Name")).toHaveValue("Widline Jean")
  await expect(form.getByLabel("Email Address")).toHaveValue(user.email)
})

test("a form that was sent before the member's name arrived shows no error of what is filled in then", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  const release = await holdUser(page)
  await page.goto("/contact")
  const form = page.locator("#contact form")
  await form.getByRole("button", { name: "Send Message" }).click()
  const errors = [form.getByText("Name is required"), form.getByText("Email is required")]
  for (const error of errors) await expect(error).toBeVisible()
  release()
  await form.getByRole("textbox", { name: "Message" }).focus()
  await expect(form.getByLabel("Full Name")).toHaveValue("Widline Jean")
  for (const error of errors) await expect(error).toHaveCount(0)
  await expect(form.getByText("Message is required")).toBeVisible()
})

test("a field with the focus is filled in when it loses that, so that nothing is added to what its user types", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  const release = await holdUser(page)
  await page.goto("/contact")
  const [name, email] = [page.getByLabel("Full Name"), page.getByLabel("Email Address").first()]
  await email.focus()
  release()
  await expect(name).toHaveValue("Widline Jean")
  await expect(email).toHaveValue("")
  await name.focus()
  await expect(email).toHaveValue(user.email)
  await email.fill("manman@example.org")
  await expect(email).toHaveValue("manman@example.org")
})

for (const path of ["/fr/login", "/fr/register"]) {
  test(`${path} sends a signed-in member to the dashboard`, async ({ page, user, baseURL }) => {
    await register(page, user, baseURL)
    await page.goto("/fr/about")
    await page.goto(path)
    await page.waitForURL("**/fr/member-dashboard")
    await page.goBack()
    await expect(page).toHaveURL(/\/fr\/about$/)
  })
}
