import { expect, type Locator, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"

test("§2 Header: links in their order, Donate, Sign In and Join, and the same in the phone's menu", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto("/about")
  const header = page.getByRole("banner")
  const nav = header.getByRole("navigation", { name: "Main" }).first()
  expect(await hrefs(nav)).toEqual(["/about", "/programs", "/cares", "/team", "/blog"])
  await expect(nav.getByRole("link", { name: "HaiTech Cares" })).toHaveAttribute("href", "/cares")
  await expect(header.getByRole("link", { name: "HaiTech, home" })).toHaveAttribute("href", "/")
  await expect(header.getByRole("link", { name: "Donate" }).first()).toHaveAttribute("href", "/donate")
  await expect(header.getByRole("link", { name: "Sign In" }).first()).toHaveAttribute("href", "/login")
  await expect(header.getByRole("link", { name: "Join", exact: true })).toHaveAttribute("href", "/register")
  await page.setViewportSize({ width: 390, height: 844 })
  await header.getByLabel("Menu", { exact: true }).click()
  const menu = header.locator(".sheet")
  expect((await hrefs(menu)).slice(0, 5)).toEqual(["/about", "/programs", "/cares", "/team", "/blog"])
  await expect(menu.getByRole("link", { name: "Donate" })).toBeVisible()
  await expect(menu.getByRole("link", { name: "Join Free" })).toBeVisible()
})

test("§2 Footer: links, mail, network, hours, year and date", async ({ page }) => {
  await page.goto("/team")
  const footer = page.getByRole("contentinfo")
  expect(await hrefs(footer.getByRole("navigation"))).toEqual([
    "/about",
    "/programs",
    "/cares",
    "/team",
    "/blog",
    "/donate",
    "/privacy",
    "/terms",
  ])
  expect(await footer.locator("a[href^='mailto:']").count()).toBeGreaterThan(0)
  await expect(footer.getByRole("link", { name: "LinkedIn" })).toHaveAttribute("href", /linkedin\.com/)
  await expect(footer).toContainText("Mon-Fri 9AM-6PM EST, weekend limited")
  await expect(footer).toContainText("2022")
  await expect(footer).toContainText("Last updated July 2025")
})

test("§2 Home: the hero's film loops without a sound and says what a browser without films shows", async ({ page }) => {
  await page.goto("/")
  const film = page.locator("video")
  await expect(film).toHaveJSProperty("muted", true)
  await expect(film).toHaveJSProperty("loop", true)
  expect(await film.textContent()).toBe("Your browser does not support videos.")
  await expect(page.getByRole("button", { name: "Pause the animation" })).toBeVisible()
  await expect(page.getByRole("heading", { level: 1 })).toContainText("through knowledge.")
})

test("§9 Terms and Privacy: effective 2023-08-17, the liability cap, and what §1 says they cover", async ({ page }) => {
  await page.goto("/termsofservice")
  await expect(page.getByText("August 17, 2023").first()).toBeVisible()
  const terms = page.getByRole("main")
  for (const words of [/greater of .*USD 100/, /non-refundable/i, /guardian/i, /Google/, /card/i]) {
    await expect(terms).toContainText(words)
  }
  await page.goto("/privacy")
  await expect(page.getByText("August 17, 2023").first()).toBeVisible()
  for (const words of [/guardian/i, /Google/, /card/i]) await expect(page.getByRole("main")).toContainText(words)
})

test("§2 About: mission, three subsidiaries that lead to the programs, four languages, and Join", async ({ page }) => {
  await page.goto("/about")
  await expect(heading(page, "Our mission")).toBeVisible()
  const more = page.getByRole("main").getByRole("link", { name: "Learn More" })
  await expect(more).toHaveCount(3)
  for (const link of await more.all()) await expect(link).toHaveAttribute("href", "/programs")
  for (const name of ["HaiTech Coding", "HaiTech Languages", "HaiTech Cares"])
    await expect(heading(page, name)).toBeVisible()
  const taught = page.getByRole("region", { name: "Languages of instruction" }).getByRole("listitem")
  await expect(taught).toHaveText([/English$/, /French$/, /Haitian Creole$/, /Spanish$/])
  await page.getByRole("link", { name: "Join HaiTech" }).click()
  await expect(page).toHaveURL(/\/#membership$/)
  await expect(page.locator("#membership form")).toBeInViewport()
})

test("§2 Programs: Launching Soon, three programs with features, Flexible Schedule, and where the buttons go", async ({
  page,
}) => {
  await page.goto("/programs")
  await expect(page.getByText("Launching Soon")).toBeVisible()
  for (const name of [
    "Computer Science Lessons",
    "Foreign Language Learning Courses & Opportunities",
    "Career & Personal Mentorship",
  ]) {
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) })
    expect(await card.getByRole("listitem").count()).toBeGreaterThan(2)
    await expect(card.getByRole("link", { name: "Join Program" })).toBeVisible()
  }
  await expect(heading(page, "Flexible Schedule")).toBeVisible()
  await expect(page.getByRole("link", { name: "Schedule One-on-One Mentorship" })).toHaveAttribute("href", "/schedule")
})

for (const [name, program] of [
  ["Computer Science Lessons", "coding"],
  ["Career & Personal Mentorship", "mentorship"],
] as const) {
  test(`D1: Join Program of ${name} opens the join dialog with that program chosen`, async ({ page }) => {
    await page.goto("/programs")
    await page.getByRole("link", { name: `Join Program ${name}` }).click()
    await expect(page.getByRole("dialog").getByLabel("Program of Interest")).toHaveValue(program)
  })
}

test("§2 Cares: Donate Now, the impact counters again, and three cards that lead to the membership form", async ({
  page,
}) => {
  await page.goto("/cares")
  await expect(page.getByRole("link", { name: "Donate Now" }).first()).toHaveAttribute("href", "/donate")
  await expect(page.locator("#impact").getByRole("definition")).toHaveText([/^150\+/, /^3\+/, /^100%/])
  for (const name of ["Volunteer", "Become a Mentor", "Ambassador"]) {
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) })
    await expect(card.getByRole("link")).toHaveAttribute("href", "/#membership")
  }
})

test("§2 Blog: four articles dated Coming Soon, whose overlay comes by pointer and by key", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.goto("/blog")
  await expect(heading(page, "Learning Hub")).toBeVisible()
  const articles = page.getByRole("article")
  await expect(articles).toHaveCount(4)
  for (const article of await articles.all()) {
    await expect(article).toContainText("Coming Soon")
    const overlay = article.getByText("This article is being prepared.").locator("..")
    await expect(overlay).toHaveCSS("opacity", "0")
    await article.hover()
    await expect(overlay).toHaveCSS("opacity", "1")
    await page.mouse.move(0, 0)
    await expect(overlay).toHaveCSS("opacity", "0")
    await article.focus()
    await expect(overlay).toHaveCSS("opacity", "1")
  }
  await expect(page.getByRole("link", { name: "Join Free Membership" })).toHaveAttribute("href", "/#membership")
})

test("§2 Donate: the tax-exempt badge, the form to the office, and what a giver should know", async ({ page }) => {
  await page.goto("/donate")
  await expect(page.getByText("Tax-exempt 501(c)(3) organization")).toBeVisible()
  const form = page.locator("#contact form")
  for (const label of ["Full Name", "Email Address", "Message"]) await expect(form.getByLabel(label)).toBeVisible()
  await expect(form.getByLabel("Subject")).toHaveCount(0)
  await expect(page.getByText("Donations are non-refundable.")).toBeVisible()
})

test("§2 Get in Touch: details, office hours, four fields, eight subjects and three answers", async ({ page }) => {
  await page.goto("/contact")
  await expect(heading(page, "Get in Touch")).toBeVisible()
  const hours = page.getByRole("region", { name: "Office hours" })
  await expect(hours.getByRole("term")).toHaveText(["Mon-Fri", "Saturday", "Sunday"])
  await expect(hours.getByRole("definition")).toHaveText(["9:00 AM-6:00 PM EST", "10:00 AM-4:00 PM EST", "Closed"])
  const subjects = page.getByLabel("Subject").locator("option:not([value=''])")
  expect(await subjects.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toEqual([
    "general",
    "coding",
    "languages",
    "cares",
    "partnership",
    "volunteer",
    "donation",
    "technical",
  ])
  for (const answer of [
    "Group sessions are free for members",
    "Individual lessons are for a fee.",
    "Instruction is in Haitian Creole, French and English.",
  ]) {
    const text = page.getByText(answer)
    await text.locator("xpath=ancestor::details").locator("summary").click()
    await expect(text).toBeVisible()
  }
})

test("D1: /terms and /dashboard lead on for good, in every language", async ({ request }) => {
  for (const [from, to] of [
    ["/terms", "/termsofservice"],
    ["/dashboard", "/member-dashboard"],
    ["/fr/terms", "/fr/termsofservice"],
  ] as const) {
    const answer = await request.get(from, { maxRedirects: 0 })
    expect([answer.status(), answer.headers()["location"]]).toEqual([308, to])
  }
})

function heading(page: Page, name: string): Locator {
  return page.getByRole("heading", { name, exact: true }).first()
}

async function hrefs(place: Locator): Promise<(string | null)[]> {
  return await place.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")))
}
