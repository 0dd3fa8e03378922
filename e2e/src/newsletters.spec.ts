import { expect, type Locator, type Page } from "@playwright/test"
import { pane, row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import type { Email } from "./emails.ts"
import { newsletterTest as test } from "./fixtures.ts"
import { expectToast, toast } from "./toast.ts"

test.beforeEach(async ({ page, baseURL, sql }) => {
  await sql`delete from memberships`
  await sql`delete from newsletters`
  await signInAsAdmin(page, baseURL)
})

async function join(page: Page, baseURL: string | undefined, email: string, language: string): Promise<void> {
  const headers = { origin: baseURL ?? "", "accept-language": language }
  const response = await page.request.post("/api/membership", { data: { name: "Marie", email }, headers })
  expect(response.status()).toBe(201)
}

const tab = (form: Locator, name: string) => form.getByRole("tab", { name })
const panel = (form: Locator, name: string) => form.getByRole("tabpanel", { name })
const field = (form: Locator, language: string, name: string) =>
  panel(form, language).getByRole("textbox", { name, exact: true })

/** Waits for the newsletter to `to`, and reads the path of its link. */
async function linkIn(emails: () => Email[], to: string): Promise<string> {
  const find = () => emails().find((email) => email.to.includes(to) && email.text.includes("#newsletters="))
  await expect.poll(() => find() !== undefined, { timeout: 20_000 }).toBe(true)
  const link = new URL(/http:\S+#newsletters=[\w.-]+/.exec(find()?.text ?? "")?.[0] ?? "")
  return `${link.pathname}${link.hash}`
}

test("an administrator writes, previews, tests and sends a newsletter with the keyboard, and a reader leaves", async ({
  page,
  baseURL,
  user,
  emails,
}) => {
  const french = `fr-${user.email}`
  await join(page, baseURL, user.email, "en")
  await join(page, baseURL, french, "fr")
  await page.goto("/admin/newsletters")
  await expect(page.getByText("No newsletters yet.")).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("n")
  const form = page.getByRole("dialog", { name: "Write a newsletter" })
  await form.getByLabel("Topic").selectOption("Events")
  await field(form, "English", "Subject").fill(`Open day ${user.marker}`)
  await field(form, "English", "Text").fill("Come and **see** us.\n\n[Read more](/about)")
  await tab(form, "English").focus()
  await page.keyboard.press("ArrowRight")
  await field(form, "Français", "Subject").fill(`Portes ouvertes ${user.marker}`)
  await form.getByRole("button", { name: "Save Changes" }).press("Enter")
  await expect(field(form, "Français", "Text")).toHaveAccessibleDescription("Please enter the text")
  await field(form, "Français", "Text").fill("Viens **nous** voir.")
  const frame = panel(form, "Français").frameLocator("iframe")
  await expect(frame.getByRole("heading", { level: 1 })).toHaveText(`Portes ouvertes ${user.marker}`)
  await expect(frame.locator("strong")).toHaveText("nous")
  await expect(frame.locator(".sheet")).toHaveCSS("padding-left", "32px")
  expect(await axe(page)).toEqual([])
  await form.getByRole("button", { name: "Save Changes" }).press("Enter")
  await expectToast(page, "Created", `Open day ${user.marker}`)

  const details = pane(page)
  await expect(details).toContainText("Goes to 2 people: 1 English, 1 Français")
  await details.getByText("The email: Français").press("Enter")
  await details.getByRole("button", { name: "Send a test to me" }).press("Enter")
  await expect(toast(page)).toContainText("Test on its way")
  await expect
    .poll(() => emails().some(({ subject }) => subject === `[Essai] Portes ouvertes ${user.marker}`))
    .toBe(true)
  expect(await axe(page)).toEqual([])

  await details.getByRole("button", { name: "Send", exact: true }).press("Enter")
  const dialog = page.getByRole("dialog", { name: "Send this newsletter?" })
  await dialog.getByLabel("To confirm, type the number of people").fill("3")
  await page.keyboard.press("Enter")
  await expect(dialog.getByText("This is not the number above")).toBeVisible()
  expect(await axe(page)).toEqual([])
  await dialog.getByLabel("To confirm, type the number of people").fill("2")
  await page.keyboard.press("Enter")
  await expect(dialog).toBeHidden()
  await expect(row(page, `Open day ${user.marker}`)).toContainText(/Sending|Sent/)

  const path = await linkIn(emails, french)
  expect(path).toMatch(/^\/fr\/newsletters#newsletters=/)
  await page.goto(path)
  const events = page.getByRole("checkbox", { name: "Événements" })
  await expect(events).toBeChecked()
  expect(await axe(page)).toEqual([])
  await page.getByRole("button", { name: "Me désinscrire de tout" }).press("Enter")
  await expect(page.getByText("Tu ne reçois plus de bulletins de nous.")).toBeVisible()
  await expect(events).not.toBeChecked()
  await page.reload()
  await expect(page.getByText("Tu ne reçois plus de bulletins de nous.")).toBeVisible()
  await events.press("Space")
  await page.getByRole("button", { name: "Enregistrer mon choix" }).press("Enter")
  await expect(page.getByText("Ton choix est enregistré.")).toBeVisible()
  await expect(events).toBeChecked()
  await expect(page.getByRole("checkbox", { name: "Dons" })).not.toBeChecked()
  expect(await axe(page)).toEqual([])

  await page.goto(`/admin/newsletters?q=${user.marker}`)
  await row(page, `Open day ${user.marker}`).click()
  await expect(pane(page).getByText("left through it")).toBeVisible()
  await expect(pane(page).locator("dt", { hasText: "left through it" }).locator("+ dd")).toHaveText("1")
  await page.goto(`/admin/memberships?q=fr-`)
  await row(page, "fr-").click()
  await expect(pane(page)).toContainText("On: Events")
  await pane(page).getByRole("button", { name: "Turn newsletters off" }).press("Enter")
  await expectToast(page, "Newsletters are off", "Only this person can turn them on again")
  await expect(pane(page)).toContainText("Turned off by our team on")
})

test("a newsletter with a time can be taken back, and one that is sent stays as it is", async ({
  page,
  baseURL,
  user,
}) => {
  await join(page, baseURL, user.email, "en")
  const data = { topic: "events", program: null, subjectEn: `Later ${user.marker}`, contentEn: "Text" }
  await page.request.post("/api/admin/newsletters", { data, headers: { origin: baseURL ?? "" } })
  await page.goto("/admin/newsletters")
  await row(page, data.subjectEn).click()
  await pane(page).getByRole("button", { name: "Send", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: "Send this newsletter?" })
  await dialog.getByText("At a time").click()
  await dialog.getByLabel("Date and time").fill("2020-01-01T10:00")
  await dialog.getByLabel("To confirm, type the number of people").fill("1")
  await page.keyboard.press("Enter")
  await expect(dialog.getByLabel("Date and time")).toHaveAccessibleDescription(/future date/)
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16)
  await dialog.getByLabel("Date and time").fill(inAMonth)
  await dialog.getByRole("button", { name: "Send", exact: true }).click()
  await expect(row(page, data.subjectEn)).toContainText("Has a time")
  await pane(page).getByRole("button", { name: "Take back the time" }).click()
  await expect(row(page, data.subjectEn)).toContainText("Draft")
  await pane(page)
    .getByRole("button", { name: /^Delete/ })
    .click()
  await expect(page.getByText("Newsletter deleted")).toBeVisible()
  await page.keyboard.press("z")
  await expect(row(page, data.subjectEn)).toBeVisible()
})

test("a link without a token, and one with a wrong one, change nothing and say what to do", async ({ page }) => {
  await page.goto("/newsletters")
  await expect(page.getByText("Please open this page with the link in a newsletter.")).toBeVisible()
  await page.goto("/newsletters#newsletters=wrong")
  await expect(page.getByText("This link does not work.")).toBeVisible()
  expect(await axe(page)).toEqual([])
})
