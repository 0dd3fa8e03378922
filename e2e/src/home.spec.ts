import { expect, type Page } from "@playwright/test"
import { listTabStops, tabTo } from "./axe.ts"
import { test } from "./fixtures.ts"
import { toast } from "./toast.ts"

const WELCOME =
  "Welcome to HaiTech Learning! You've successfully joined our community. Check your email for next steps."

test("the home page shows the hero, the programs and the footer's links", async ({ page }) => {
  await page.goto("/")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(page.getByRole("link", { name: "Learn More" }).first()).toHaveAttribute("href", "/about")
  for (const program of ["Computer Programming", "English", "Haitian Creole", "Foreign Language Learning"]) {
    await expect(page.getByRole("heading", { name: program, exact: true })).toBeVisible()
  }
  await expect(page.getByText("Coming Soon").first()).toBeVisible()
  await expect(page.getByRole("link", { name: "View All Programs" })).toHaveAttribute("href", "/programs")
  const footer = page.getByRole("contentinfo")
  for (const path of ["/about", "/programs", "/cares", "/team", "/blog", "/donate", "/privacy", "/terms"]) {
    await expect(footer.locator(`a[href="${path}"]`).first()).toBeVisible()
  }
  await expect(footer).toContainText("2022")
  await expect(footer).toContainText("July 2025")
})

test("three cards lead those who learn, help and give on, and every program card is a link", async ({ page }) => {
  for (const [card, path, title] of [
    ["I want to learn", "/programs", "Programs"],
    ["I want to help", "/cares", "HaiTech Cares"],
    ["I want to give", "/donate", "Light one more window"],
    ["Computer Programming", "/programs#coding", "Programs"],
    ["English", "/programs#languages", "Programs"],
    ["Haitian Creole", "/programs#languages", "Programs"],
    ["Foreign Language Learning", "/programs#languages", "Programs"],
  ] as const) {
    await page.goto("/")
    // The link covers the whole card.
    const item = page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: card, exact: true }) })
    await item.getByRole("paragraph").click({ force: true })
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole("heading", { level: 1 })).toContainText(title)
  }
})

test("the cards beside the sun call themselves examples, and a phone does without them", async ({ page }) => {
  await page.goto("/fr")
  const examples = page.getByRole("figure").filter({ hasText: "Exemple" })
  await expect(examples.filter({ visible: true })).toHaveCount(2)
  await expect(examples.first()).toContainText("Bèl travay! Ann kontinye.Beau travail")
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(examples.filter({ visible: true })).toHaveCount(0)
})

test("parents find the page about safety in the hero and in the footer, in their language", async ({ page }) => {
  for (const [address, name, report] of [
    ["/", "Safety for under-18s", "If something is wrong"],
    ["/ht", "Pwoteksyon pou moun ki poko gen 18 an", "Si yon bagay pa mache"],
  ] as const) {
    for (const landmark of ["main", "contentinfo"] as const) {
      await page.goto(address)
      await page.getByRole(landmark).getByRole("link", { name }).click()
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible()
    }
    await page.getByRole("article").getByRole("link", { name: report }).click()
    await expect(page.locator("#report")).toBeInViewport()
  }
})

test("the impact counters run once for two seconds when half visible, and end at 150+, 3+ and 100%", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 400 })
  await page.goto("/")
  const impact = page.locator("#impact")
  await expect(impact.locator("[data-counters]")).not.toHaveAttribute("data-counting")
  await impact.evaluate((section) => {
    section.addEventListener("animationstart", () => {
      const animations = section.getAnimations({ subtree: true }).map(({ effect }) => effect?.getTiming() ?? {})
      section.dataset["timings"] = JSON.stringify(
        animations.map(({ duration, iterations }) => ({ duration, iterations })),
      )
    })
    section.scrollIntoView({ block: "center" })
  })
  await expect(impact.locator("[data-counting]")).toHaveCount(1)
  await expect(impact).toHaveAttribute("data-timings", JSON.stringify(Array(3).fill({ duration: 2000, iterations: 1 })))
  const readCounters = () =>
    impact
      .locator(".count")
      .evaluateAll((elements) =>
        elements.map((element) => getComputedStyle(element, "::after").getPropertyValue("--n")),
      )
  await expect.poll(readCounters).toEqual(["150", "3", "100"])
  await expect(impact.getByRole("definition")).toHaveText([/^150\+/, /^3\+/, /^100%/])
  await expect(impact.getByRole("term")).toHaveText(["Students Helped", "Countries", "Free Education"])
})

test("each stored testimonial shows the first word of the name, the role and the stars", async ({ page, sql }) => {
  const rows = await sql<{ name: string; role: string; rating: number; content: string }[]>`
    select name, role, rating, content from testimonials
  `
  expect(rows.length).toBeGreaterThan(2)
  await page.goto("/")
  const strip = page.getByRole("list", { name: "Testimonials" })
  await page.getByRole("heading", { name: "What Our Students Say" }).scrollIntoViewIfNeeded()
  await expect(strip.getByRole("listitem")).toHaveCount(rows.length)
  for (const { name, role, rating, content } of rows) {
    const [first = "", ...rest] = name.split(" ")
    const item = strip.getByRole("listitem").filter({ hasText: content })
    await expect(item).toContainText(role)
    await expect(item).toContainText(`${rating} out of 5 stars`)
    await expect(item.locator("figcaption")).toContainText(first)
    await expect(item.locator("figcaption")).not.toContainText(rest.join(" "))
  }
})

test("the dots under the testimonials scroll 320 pixels per step", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.goto("/")
  await page.getByRole("heading", { name: "What Our Students Say" }).scrollIntoViewIfNeeded()
  await page.getByRole("button", { name: "Scroll to testimonial 3" }).click()
  const strip = page.getByRole("list", { name: "Testimonials" })
  await expect.poll(() => strip.evaluate((list) => Math.round(list.scrollLeft))).toBe(640)
})

test("joining by the membership form stores the member, shows a welcome and sends an email", async ({
  page,
  sql,
  emails,
  user,
}) => {
  await page.goto("/")
  await page.getByRole("link", { name: "Become a Member" }).first().click()
  await expect(page).toHaveURL(/#membership$/)
  const form = page.locator("#membership form")
  await form.locator("[name=name]").fill(user.name)
  await form.locator("[name=email]").fill(user.email)
  await form.locator("[name=location]").fill("Jacmel")
  await form.locator("[name=interests]").fill("Web, English")
  await form.locator("[type=submit]").click()
  await expect(toast(page)).toContainText(WELCOME)
  await expect(form.locator("[name=name]")).toHaveValue("")
  const rows = await sql`select name, email, program, interests, location from memberships where email = ${user.email}`
  const { name, email } = user
  expect([...rows]).toEqual([{ name, email, program: null, interests: "Web, English", location: "Jacmel" }])
  await expect.poll(() => emails().filter(({ to }) => to.includes(user.email)).length).toBe(1)
  expect(emails().find(({ to }) => to.includes(user.email))?.text).toContain("HaiTech")
})

test("an incomplete membership form shows an error and keeps its values", async ({ page, sql, user }) => {
  await page.goto("/")
  const form = page.locator("#membership form")
  await form.locator("[name=name]").fill("   ")
  await form.locator("[name=email]").fill(user.email)
  await form.locator("[type=submit]").click()
  await expect(toast(page)).toContainText("Please check your information")
  await expect(toast(page)).toContainText("Make sure all fields are filled out correctly.")
  await expect(form.locator("[name=email]")).toHaveValue(user.email)
  expect(await sql`select 1 from memberships where email = ${user.email}`).toHaveLength(0)
})

test("without a connection the membership form shows an error and can be sent again", async ({ page, sql, user }) => {
  await page.goto("/")
  await page.route("**/api/membership", (route) => route.abort(), { times: 1 })
  const form = page.locator("#membership form")
  await form.locator("[name=name]").fill(user.name)
  await form.locator("[name=email]").fill(user.email)
  await form.locator("[type=submit]").click()
  await expect(toast(page)).toContainText("Oops! Something went wrong")
  await expect(toast(page)).toContainText("Please try again or contact us for help.")
  await form.locator("[type=submit]").click()
  await expect(toast(page)).toContainText(WELCOME)
  expect(await sql`select 1 from memberships where email = ${user.email}`).toHaveLength(1)
})

test("Join Free in the phone menu opens the join dialog, which thanks the member by name", async ({
  page,
  sql,
  user,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/")
  await openJoinDialog(page)
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Full Name").fill(user.name)
  await dialog.getByLabel("Email Address").fill(user.email)
  await dialog.getByLabel("Program of Interest").selectOption("coding")
  await dialog.locator("form[method=post] [type=submit]").click()
  await expect(page.getByRole("dialog", { name: `Thank you, ${user.name}!` })).toBeVisible()
  const [row] = await sql`select name, program from memberships where email = ${user.email}`
  expect(row).toEqual({ name: user.name, program: "coding" })
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click()
  await expect(page.getByRole("dialog")).toHaveCount(0)
})

test("the join dialog shows an error under a missing field", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/")
  await openJoinDialog(page)
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Full Name").fill("   ")
  await dialog.getByLabel("Email Address").fill("nobody@example.org")
  await dialog.getByLabel("Program of Interest").selectOption("general")
  await dialog.locator("form[method=post] [type=submit]").click()
  await expect(dialog.getByText("Name is required")).toBeVisible()
  await expect(dialog.getByLabel("Full Name")).toHaveAttribute("aria-invalid", "true")
})

for (const [language, name] of [
  ["fr", "Français"],
  ["ht", "Kreyòl ayisyen"],
  ["es", "Español"],
] as const) {
  test(`the language menu switches to ${name} and back`, async ({ page }) => {
    await page.goto("/")
    const english = (await page.getByRole("heading", { level: 1 }).textContent()) ?? ""
    const header = page.getByRole("banner")
    await header.getByLabel("Language: English").click()
    await header.getByRole("link", { name }).click()
    await expect(page).toHaveURL(new RegExp(`/${language}$`))
    await expect(page.locator("html")).toHaveAttribute("lang", language)
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(english)
    await header.locator("summary[aria-label]").first().click()
    await header.getByRole("link", { name: "English" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(english)
  })
}

test("an unknown address responds 404 with Page Not Found", async ({ page }) => {
  const response = await page.goto("/nothing-here")
  expect(response?.status()).toBe(404)
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible()
})

test("the home page works by keyboard alone, with a visible focus at every tab stop", async ({ page, sql, user }) => {
  // With smooth scrolling the page would not yet show the focused element.
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.goto("/")
  // They load when they come near, and would move what follows them between a tab and the look at it.
  await page.getByRole("heading", { name: "What Our Students Say" }).scrollIntoViewIfNeeded()
  await expect(page.getByRole("list", { name: "Testimonials" }).getByRole("figure").first()).toBeVisible()
  const stops = await listTabStops(page)
  expect(stops.length).toBeGreaterThan(10)
  expect(stops.filter(({ name, isVisible, hasRing }) => !name || !isVisible || !hasRing)).toEqual([])
  await page.reload()
  await tabTo(page, "#membership [name=name]")
  await page.keyboard.type(user.name)
  await tabTo(page, "#membership [name=email]")
  await page.keyboard.type(user.email)
  await page.keyboard.press("Enter")
  await expect(toast(page)).toContainText(WELCOME)
  expect(await sql`select 1 from memberships where email = ${user.email}`).toHaveLength(1)
})

async function openJoinDialog(page: Page): Promise<void> {
  await page.getByRole("banner").getByLabel("Menu", { exact: true }).click()
  await page.getByRole("link", { name: "Join Free" }).click()
  await expect(page.getByRole("dialog", { name: "Join HaiTech" })).toBeVisible()
}
