import { expect } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"

test.use({ timezoneId: "Europe/Paris" })

test("a new member chooses a program by keyboard and gets its first lesson, and sees a later session on both clocks", async ({
  page,
  user,
  baseURL,
  sql,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard")
  const step = page.locator("#main .next-step")
  await expect(step.getByRole("heading", { name: "Choose what you want to learn" })).toBeVisible()
  await step.getByRole("button", { name: "HaiTech Coding" }).focus()
  // As on a busy machine, where a frame comes before the page has changed.
  await page.evaluate(() =>
    Object.assign(globalThis, { requestAnimationFrame: (run: () => void) => queueMicrotask(run) }),
  )
  await page.keyboard.press("Enter")
  await expect(step).toContainText(/Lesson 1 of \d+ · \d+ min/)
  await expect(step.getByRole("heading")).toBeFocused()
  const programs = await sql`select programs from learning_preferences where user_id = (select id from users
    where email = ${user.email})`
  expect([...programs]).toEqual([{ programs: ["coding"] }])
  await page.getByRole("link", { name: "Schedule", exact: true }).click()
  await page.getByRole("link", { name: "Advanced Scheduling" }).click()
  await page.waitForURL("**/schedule")
  await expect(page.locator("[name=studentEmail]")).toHaveValue(user.email)
  await page.locator("[name=sessionType]").selectOption("tutoring")
  await page.locator("[name=subject]").selectOption("language")
  await page.locator("[name=date]").fill("2100-01-15")
  await page.locator("[name=preferredTime]").selectOption("16:00")
  await page.locator("#schedule form [type=submit]").click()
  await expect(page.getByRole("heading", { name: "Appointment Requested!" })).toBeVisible()
  await page.goto("/member-dashboard")
  const requested = page.getByRole("region", { name: "You asked for a session" })
  await expect(requested).toContainText("January 15, 2100, 4:00\u00a0PM, New York time")
  await expect(requested).toContainText("Where you are: January 15, 2100, 10:00\u00a0PM")
  await expect(step.getByRole("link", { name: "Start" })).toBeVisible()
  await sql`update appointments set status = 'approved' where student_email = ${user.email}`
  await page.reload()
  await expect(page.getByRole("region", { name: "Your session", exact: true })).toBeVisible()
  expect(await axe(page)).toEqual([])
})

// Other tests expect a blog without articles.
test.afterEach(async ({ sql, user }) => {
  await sql`delete from blog_posts where title = ${articleOf(user)}`
})

test("the dashboard shows the last message of the chat and the newest article, and opens the chat", async ({
  page,
  user,
  baseURL,
  sql,
}) => {
  await register(page, user, baseURL)
  const title = articleOf(user)
  await sql`insert into blog_posts (id, title, excerpt, content, author, published_at)
    values (uuidv7(), ${title}, 'Excerpt', 'Text', 'Ada', now())`
  for (const message of ["First question", "Second question"]) {
    const sent = await page.request.post(`${baseURL ?? ""}/api/chat`, {
      data: { name: "Widline", message },
      headers: { origin: baseURL ?? "" },
    })
    expect(sent.status()).toBe(201)
  }
  await page.goto("/fr/member-dashboard")
  const messages = page.getByRole("region", { name: "Tes messages" })
  await expect(messages).toContainText("Widline: Second question")
  await expect(messages).not.toContainText("First question")
  await expect(page.getByRole("region", { name: "Dernier article" }).getByRole("link", { name: title })).toBeVisible()
  await messages.getByRole("button", { name: "Ouvrir le chat" }).click()
  await expect(page.locator("#chat").getByText("Second question")).toBeVisible()
})

test("spec §2: the dashboard has the site's header, with the member's menu and its sign-out", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/es/member-dashboard")
  const header = page.locator("header.site")
  const links = header.getByRole("navigation").getByRole("link")
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))
  expect(addresses).toEqual(["/es/about", "/es/programs", "/es/cares", "/es/team", "/es/blog"])
  await expect(header.getByRole("link", { name: "HaiTech" }).first()).toHaveAttribute("href", "/es")
  await header.locator("summary").filter({ hasText: "Widline" }).first().press("Enter")
  const signOut = header.getByRole("button", { name: "Cerrar sesión" })
  const request = page.waitForRequest("**/api/auth/logout")
  await signOut.press("Enter")
  expect((await request).postData()).toBeNull()
  await page.waitForURL(/\/es$/)
})

test("the header of the dashboard shows Sign In once the session has ended", async ({ page }) => {
  await page.goto("/member-dashboard")
  await expect(page.getByRole("heading", { name: "Access Required" })).toBeVisible()
  await expect(page.locator("header.site").getByRole("link", { name: "Sign In" })).toBeVisible()
  await expect(page.locator("header.site .member-menu").first()).toBeHidden()
})

function articleOf({ marker }: { readonly marker: string }): string {
  return `Article ${marker}`
}
