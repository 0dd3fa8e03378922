import { expect } from "@playwright/test"
import { test } from "./fixtures.ts"

const CONTENT =
  "# Begin\n\nA **bold** word and [a link](https://example.org).\n\n<script>document.title = 'taken'</script>\n\n- one\n- two"

test("spec §2: the team page shows six skeletons, then circular photos with name and role in the stored order", async ({
  page,
  sql,
}) => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route("**/api/team", async (route) => {
    await released
    await route.continue()
  })
  await page.goto("/team")
  await expect(page.locator(".skeleton.portrait")).toHaveCount(6)
  release()
  const rows = await sql<{ name: string; role: string }[]>`select name, role from team_members order by "order", name`
  expect(rows.length).toBeGreaterThan(0)
  const people = page.getByRole("region", { name: "The people" }).getByRole("listitem")
  await expect(people).toHaveCount(rows.length)
  for (const [index, { name, role }] of rows.entries()) {
    await expect(people.nth(index)).toContainText(name)
    await expect(people.nth(index)).toContainText(role)
    await expect(people.nth(index).locator(".portrait")).toHaveCSS("border-radius", "50%")
  }
})

test("the team page shows biographies and links, three people in a row from the left edge, also without script", async ({
  page,
  browser,
  product,
  sql,
}) => {
  await sql`update team_members set linkedin_url = null, twitter_url = null, github_url = null`
  const [member] = await sql<{ name: string; bio: string }[]>`
    update team_members set linkedin_url = 'https://www.linkedin.com/in/a', github_url = 'https://github.com/a'
    where id = (select id from team_members order by "order", name limit 1) returning name, bio
  `
  await page.goto("/team")
  const people = page.getByRole("region", { name: "The people" }).getByRole("listitem")
  const first = people.first()
  await expect(first.getByRole("heading", { name: member?.name ?? "" })).toBeVisible()
  await expect(first).toContainText(member?.bio ?? "")
  await expect(first.getByRole("link", { name: `GitHub ${member?.name}` })).toHaveAttribute(
    "href",
    "https://github.com/a",
  )
  await expect(first.getByRole("link")).toHaveCount(2)
  await expect(people.nth(1).getByRole("link")).toHaveCount(0)
  const edges = await people.evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().left)))
  expect(new Set(edges).size).toBe(3)
  const titleLeft = (await page.getByRole("heading", { level: 1 }).boundingBox())?.x ?? Number.NaN
  expect(edges[0]).toBe(Math.round(titleLeft))
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const plain = await context.newPage()
  await expect(async () => {
    await plain.goto("/team")
    await expect(plain.getByRole("link", { name: `GitHub ${member?.name}` })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await context.close()
})

test("spec §8: a team that fails to load says why, and Try Again loads it", async ({ page }) => {
  const problem = { code: "server.broke", message: "Something unexpected happened on our side. Please try again." }
  await page.route("**/api/team", (route) => route.fulfill({ status: 500, json: problem }), { times: 1 })
  await page.goto("/team")
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "We could not load the team. Our servers are experiencing some difficulties. Please try again in a few moments.",
  )
  await page.getByRole("button", { name: "Try Again" }).press("Enter")
  const people = page.getByRole("region", { name: "The people" })
  await expect(people.getByRole("listitem").first()).toBeVisible()
  await expect(people).toBeFocused()
})

test("a team that fails to load without a connection still shows an error", async ({ page }) => {
  await page.route(/api\/team$|fragments/, (route) => route.abort())
  const isRequested = page.waitForRequest("**/fragments/en/errors.html")
  await page.goto("/team")
  await isRequested
  await expect(page.getByRole("main").getByRole("alert")).toContainText("We could not load the team.")
})

test("D2: a published article has a safe and complete page until it is deleted", async ({ page, sql, request }) => {
  const id = "0190a000-0000-7000-8000-00000000b10c"
  await sql`
    insert into blog_posts (id, title, excerpt, content, author, category, published_at)
    values (${id}, 'Why & how', 'A short <b>word</b>', ${CONTENT}, 'Ada Lovelace', 'Code', '2026-03-04T05:06:07Z')
  `
  await page.goto(`/blog/${id}`)
  await expect(page).toHaveTitle(/Why & how/)
  await expect(page.getByRole("heading", { level: 1, name: "Why & how" })).toBeVisible()
  await expect(page.getByText("By Ada Lovelace")).toBeVisible()
  await expect(page.getByText("March 4, 2026")).toBeVisible()
  await expect(page.getByRole("heading", { level: 2, name: "Begin" })).toBeVisible()
  await expect(page.getByText("A short <b>word</b>")).toBeVisible()
  await expect(page.getByRole("article").getByRole("link", { name: "a link" })).toHaveAttribute("rel", /noopener/)
  expect(await page.locator("article script").count()).toBe(0)
  await expect(page.locator("meta[property='og:title']")).toHaveAttribute("content", "Why & how")
  await expect(page.locator("meta[property='og:type']")).toHaveAttribute("content", "article")
  expect((await request.get(`/fr/blog/${id}`)).status()).toBe(200)
  const sitemap = await request.get("/sitemap.xml")
  expect(await sitemap.text()).toContain(`/blog/${id}`)
  await sql`delete from blog_posts where id = ${id}`
  expect((await request.get(`/blog/${id}`)).status()).toBe(404)
  expect((await request.get("/blog/not-an-id")).status()).toBe(404)
})

test("an article scheduled for tomorrow is not published today", async ({ request, sql }) => {
  const id = "0190a000-0000-7000-8000-00000000f00d"
  await sql`
    insert into blog_posts (id, title, excerpt, content, author, published_at)
    values (${id}, 'Later', 'Later', 'Later', 'Ada', now() + interval '1 day')
  `
  expect((await request.get(`/blog/${id}`)).status()).toBe(404)
  expect(await (await request.get("/api/blog")).text()).not.toContain(id)
  await sql`delete from blog_posts where id = ${id}`
})
