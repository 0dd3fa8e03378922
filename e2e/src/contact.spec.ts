import { expect, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import { toast } from "./toast.ts"

const MESSAGE = "Good morning! When does the next class open?\nMèsi anpil."

test("a message from Get in Touch is stored with its subject and confirmed on the page and by email", async ({
  page,
  sql,
  emails,
  user,
}) => {
  await page.goto("/contact")
  await fill(page, user)
  await page.getByLabel("Subject").selectOption("partnership")
  await page.getByRole("button", { name: "Send Message" }).click()
  const confirmation = page.getByRole("dialog", { name: "Message Sent!" })
  await expect(confirmation).toContainText("A person answers within 24 hours.")
  await expect(confirmation.getByRole("link", { name: "See our programs" })).toHaveAttribute("href", "/programs")
  await page.keyboard.press("Escape")
  await expect(confirmation).toBeHidden()
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("")
  const rows = await sql`select name, email, subject, message from contacts where email = ${user.email}`
  const { name, email } = user
  expect([...rows]).toEqual([{ name, email, subject: "partnership", message: MESSAGE }])
  await expect.poll(() => emails().filter(({ to }) => to.includes(user.email)).length).toBe(1)
})

test("a message from the donate page has no subject", async ({ page, sql, user }) => {
  await page.goto("/donate")
  await fill(page, user)
  await page.getByRole("button", { name: "Send Message" }).click()
  await expect(page.getByRole("dialog", { name: "Message Sent!" })).toBeVisible()
  const rows = await sql`select subject, message from contacts where email = ${user.email}`
  expect([...rows]).toEqual([{ subject: null, message: MESSAGE }])
})

test("two taps on Send store one message", async ({ page, sql, user }) => {
  await page.goto("/donate")
  await fill(page, user)
  await page.getByRole("button", { name: "Send Message" }).dblclick()
  await expect(page.getByRole("dialog", { name: "Message Sent!" })).toBeVisible()
  expect(await sql`select 1 from contacts where email = ${user.email}`).toHaveLength(1)
})

test("after a minute on a silent line the form says so, and sends again", async ({ page, sql, user }) => {
  await page.clock.install()
  await page.goto("/donate")
  await fill(page, user)
  await page.route("**/api/contact", () => new Promise(() => {}), { times: 1 })
  const request = page.waitForRequest("**/api/contact")
  await page.getByRole("button", { name: "Send Message" }).click()
  await request
  await page.clock.runFor(61_000)
  await expect(toast(page)).toContainText("Message Failed to Send")
  await page.getByRole("button", { name: "Send Message" }).click()
  await expect(page.getByRole("dialog", { name: "Message Sent!" })).toBeVisible()
  expect(await sql`select 1 from contacts where email = ${user.email}`).toHaveLength(1)
})

test("where the line falls silent before the form has its scripts, it says so, and sends later", async ({
  page,
  user,
}) => {
  await page.clock.install()
  await page.goto("/donate", { waitUntil: "networkidle" })
  await fill(page, user)
  const { promise: isBack, resolve: comeBack } = Promise.withResolvers<void>()
  await page.route("**/*", async (route) => {
    await isBack
    await route.continue()
  })
  const script = page.waitForRequest("**/assets/**")
  await page.getByRole("button", { name: "Send Message" }).click()
  await script
  const toaster = page.waitForRequest("**/assets/toaster-*.js")
  await page.clock.runFor(21_000)
  await toaster
  await page.clock.runFor(21_000)
  await expect(page.getByRole("alert")).toContainText("Message Failed to Send")
  comeBack()
  await page.getByRole("button", { name: "Send Message" }).click()
  await expect(page.getByRole("dialog", { name: "Message Sent!" })).toBeVisible()
})

test("a second submit in the same task sends no second request", async ({ page, user }) => {
  const requests: string[] = []
  page.on("request", (request) => request.method() === "POST" && requests.push(new URL(request.url()).pathname))
  await page.goto("/donate")
  await fill(page, user)
  const form = page.locator("form[action='/api/contact']")
  await expect(page.locator("[data-island]").filter({ has: form })).toHaveAttribute("data-hydrated")
  await form.evaluate((element: HTMLFormElement) => {
    element.requestSubmit()
    element.requestSubmit()
  })
  await expect(page.getByRole("dialog", { name: "Message Sent!" })).toBeVisible()
  expect(requests.filter((path) => path === "/api/contact")).toHaveLength(1)
})

test("spec §5: a missing field shows Missing Information and gets the focus", async ({ page, sql, user }) => {
  await page.goto("/contact")
  await fill(page, user)
  await page.getByRole("button", { name: "Send Message" }).click()
  await expect(toast(page)).toContainText("Missing Information")
  await expect(toast(page)).toContainText("Please fill in all fields to send your message.")
  await expect(page.getByLabel("Subject")).toBeFocused()
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue(MESSAGE)
  expect(await sql`select 1 from contacts where email = ${user.email}`).toHaveLength(0)
})

test("a screen reader hears an error once: from the field that gets the focus, or else from the toast", async ({
  page,
  user,
}) => {
  await page.goto("/contact", { waitUntil: "networkidle" })
  const announcements = await recordAnnouncements(page)
  await fill(page, { ...user, name: "" })
  const name = page.getByRole("textbox", { name: "Full Name" })
  await page.getByRole("button", { name: "Send Message" }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription("Name is required")
  await expect(toast(page)).toContainText("Missing Information")
  // The name keeps the focus, so no screen reader reads it again.
  await name.press("Enter")
  const once = "Notifications Missing InformationPlease fill in all fields to send your message."
  await expect.poll(announcements).toEqual([once])
})

/** Records what the toasts say to screen readers. */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  const recorded = await page.evaluateHandle(() => {
    const regions = new Map<Element, string>()
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = target instanceof Element && target.closest("[aria-live=assertive]")
        if (region && region.textContent) regions.set(region, region.textContent)
      }
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return regions
  })
  return () => recorded.evaluate((regions) => [...regions.values()])
}

test("spec §8: without a connection Message Failed to Send is shown, and the form keeps its values", async ({
  page,
  user,
}) => {
  await page.goto("/contact")
  await page.route("**/api/contact", (route) => route.abort())
  await fill(page, user)
  await page.getByLabel("Subject").selectOption("general")
  await page.getByRole("button", { name: "Send Message" }).click()
  await expect(toast(page)).toContainText("Message Failed to Send")
  await expect(toast(page)).toContainText("There was an error sending your message. Please try again.")
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue(MESSAGE)
  await expect(page.getByLabel("Subject")).toHaveValue("general")
})

test("offline the form says that nothing is lost, and a success clears what was said before", async ({
  page,
  context,
  user,
}) => {
  await page.goto("/contact", { waitUntil: "networkidle" })
  await fill(page, user)
  await page.getByRole("button", { name: "Send Message" }).click()
  await expect(toast(page)).toContainText("Missing Information")
  await page.getByLabel("Subject").selectOption("general")
  await context.setOffline(true)
  await page.getByRole("button", { name: "Send Message" }).click()
  await expect(toast(page)).toContainText("You are offline.")
  await expect(toast(page)).toContainText("What you wrote is still here.")
  await expect(page.getByText("Message Failed to Send")).toHaveCount(0)
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue(MESSAGE)
  await context.setOffline(false)
  await page.getByRole("button", { name: "Send Message" }).click()
  await expect(page.getByRole("dialog", { name: "Message Sent!" })).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("a message is sent as a plain form and confirmed on the same page", async ({ page, sql, user }) => {
    await page.goto("/fr/contact")
    const form = page.locator("#contact form")
    await form.locator("[name=name]").fill(user.name)
    await form.locator("[name=email]").fill(user.email)
    await form.locator("[name=subject]").selectOption("technical")
    await form.locator("[name=message]").fill(MESSAGE)
    await form.locator("[type=submit]").click()
    await expect(page).toHaveURL(/\/fr\/contact\?sent=contact#contact$/)
    await expect(page.getByRole("status")).toBeVisible()
    const [row] = await sql`select subject, message from contacts where email = ${user.email}`
    // A browser submits line breaks as CRLF; the server stores LF.
    expect(row).toEqual({ subject: "technical", message: MESSAGE })
  })

  test("an invalid field shows its error, and the form keeps its values", async ({ page, user }) => {
    await page.goto("/donate")
    const form = page.locator("#contact form")
    await form.locator("[name=name]").fill(user.name)
    await form.locator("[name=email]").fill(user.email)
    await form.locator("[name=message]").fill("   ")
    await form.locator("[type=submit]").click()
    await expect(form.locator(".error")).toHaveText("Message is required")
    await expect(form.locator("[name=name]")).toHaveValue(user.name)
  })
})

async function fill(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  const form = page.locator("#contact form")
  await form.getByLabel("Full Name").fill(name)
  await form.getByLabel("Email Address").fill(email)
  await form.getByLabel("Message").fill(MESSAGE)
}
