import { expect, type Locator, type Page } from "@playwright/test"
import { row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { expectToast } from "./toast.ts"

const REQUIRED = {
  Title: "Please enter a title",
  Excerpt: "Please enter an excerpt",
  Text: "Please enter the text",
  Category: "Please enter a category",
  Author: "Please enter an author",
  Image: "Please choose an image",
}
const POST = { excerpt: "In short.", content: "In full.", author: "Ada", imageUrl: "https://example.org/photo.jpg" }

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

test.afterEach(async ({ sql, user }) => {
  await sql`delete from blog_posts where title like ${`%${user.marker}%`}`
})

const detailPane = (page: Page) => page.getByRole("complementary")
const field = (form: Locator, name: string) => form.getByRole("textbox", { name, exact: true })
const press = (form: Locator, name: string) => form.getByRole("button", { name, exact: true }).click()
const save = (form: Locator) => press(form, "Save Changes")
const preview = (form: Locator) => form.getByRole("region", { name: "As readers will see it" })

async function newPost(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Add blog post" }).click()
  return page.getByRole("dialog", { name: "Add blog post" })
}

async function fillPost(form: Locator, title: string): Promise<void> {
  await field(form, "Title").fill(title)
  await field(form, "Excerpt").fill(POST.excerpt)
  await field(form, "Text").fill(POST.content)
  await field(form, "Category").fill("Coding")
  await field(form, "Author").fill(POST.author)
  await field(form, "Image").fill(POST.imageUrl)
}

/** Fetches the published articles with this title over the public API. */
async function fetchPublished(page: Page, title: string): Promise<{ title: string; featured: string }[]> {
  const posts: { title: string; featured: string }[] = await (await page.request.get("/api/blog?limit=100")).json()
  return posts.filter((post) => post.title === title)
}

test("spec §5: an article shows an error under each missing field, including category and image", async ({
  page,
  user,
}) => {
  await page.goto("/admin/blog")
  const form = await newPost(page)
  await save(form)
  await expectToast(page, "Save Failed", "Please check the marked fields.")
  for (const [label, message] of Object.entries(REQUIRED))
    await expect(field(form, label)).toHaveAccessibleDescription(message)
  await expect(field(form, "Title")).toBeFocused()
  await fillPost(form, `Kòd ${user.marker}`)
  await expect(form.locator("[aria-invalid=true]")).toHaveCount(0)
  for (const [label, message] of Object.entries(REQUIRED)) {
    const value = await field(form, label).inputValue()
    await field(form, label).fill("")
    await save(form)
    await expect(field(form, label)).toHaveAccessibleDescription(message)
    await expect(form.locator("[aria-invalid=true]")).toHaveCount(1)
    await field(form, label).fill(value)
  }
  expect(await fetchPublished(page, `Kòd ${user.marker}`)).toEqual([])
})

test("the toolbar inserts markdown that Ctrl+Z undoes, and the preview drops unsafe HTML", async ({ page }) => {
  await page.goto("/admin/blog")
  const form = await newPost(page)
  const text = field(form, "Text")
  await expect(preview(form)).toContainText("Nothing written yet.")
  await text.click()
  await page.keyboard.type("Bonjou")
  await text.selectText()
  await press(form, "Bold")
  await expect(text).toHaveValue("**Bonjou**")
  await expect(preview(form).locator("strong")).toHaveText("Bonjou")
  await expect(text).toBeFocused()
  await page.keyboard.press("Control+z")
  await expect(text).toHaveValue("Bonjou")
  await text.selectText()
  await press(form, "Link")
  await page.keyboard.type("https://example.org/kou")
  await expect(text).toHaveValue("[Bonjou](https://example.org/kou)")
  await expect(preview(form).getByRole("link", { name: "Bonjou" })).toHaveAttribute("href", "https://example.org/kou")
  await text.selectText()
  await page.keyboard.press("Control+b")
  await expect(text).toHaveValue("**[Bonjou](https://example.org/kou)**")
  await text.fill(
    "## Begin\n\n<script>document.title = 'taken'</script>\n\n[a trap](javascript:document.title='taken')\n\n<img src=x onerror=\"document.title='taken'\">\n\nThe *end*",
  )
  await expect(preview(form).getByRole("heading", { name: "Begin" })).toBeVisible()
  await expect(preview(form).locator("em")).toHaveText("end")
  await expect(preview(form)).toContainText("a trap")
  expect(await preview(form).locator("script, [onerror], [href^='javascript' i]").count()).toBe(0)
  expect(await page.title()).not.toBe("taken")
})

test("the article form has no axe violation on desktop and phone, and fits 320 pixels", async ({ page, user }) => {
  await page.goto("/admin/blog")
  const form = await newPost(page)
  await save(form)
  expect(await axe(page)).toEqual([])
  await fillPost(form, `Fòm ${user.marker}`)
  await field(form, "Text").fill(
    `## Begin\n\n${"long".repeat(60)}\n\n- one\n- two\n\n\`\`\`\n${"x = 1; ".repeat(30)}\n\`\`\``,
  )
  await form.getByLabel("On a date").check()
  await expect(preview(form).getByRole("heading", { name: "Begin" })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect(await form.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test("the site lists a published article, but no draft and no scheduled one", async ({ page, user }) => {
  const title = `Piblikasyon ${user.marker}`
  await page.goto("/admin/blog")
  const form = await newPost(page)
  await fillPost(form, title)
  await form.getByLabel("Draft").check()
  await save(form)
  await expectToast(page, "Created Successfully", title)
  await expect(row(page, title)).toContainText("Draft")
  expect(await fetchPublished(page, title)).toEqual([])

  const edit = page.getByRole("dialog", { name: "Edit blog post" })
  await press(detailPane(page), "Edit")
  await expect(edit.getByLabel("Draft")).toBeChecked()
  await edit.getByLabel("On a date").check()
  await save(edit)
  await expect(edit.getByLabel(/Date and time/)).toHaveAttribute("aria-invalid", "true")
  await edit.getByLabel("Draft").check()
  await expect(edit.locator(".error")).toHaveCount(0)
  await edit.getByLabel("On a date").check()
  await edit.getByLabel(/Date and time/).fill(new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 16))
  await save(edit)
  await expectToast(page, "Updated Successfully", title)
  await expect(row(page, title)).toContainText("Scheduled for")
  expect(await fetchPublished(page, title)).toEqual([])

  await press(detailPane(page), "Edit")
  await edit.getByLabel("Published now").check()
  await edit.getByRole("checkbox", { name: /Featured/ }).check()
  await save(edit)
  await expect(edit).toBeHidden()
  await expect(row(page, title)).toContainText("Published")
  await expect(row(page, title)).toContainText("Featured")
  expect(await fetchPublished(page, title)).toEqual([expect.objectContaining({ featured: "true" })])
  const link = detailPane(page).getByRole("link", { name: "See it on the site" })
  await page.goto((await link.getAttribute("href")) ?? "")
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible()
})

test("spec §2, §8: the search finds articles by title or category in any case, and a failed deletion shows a toast", async ({
  page,
  baseURL,
  user,
}) => {
  const { marker } = user
  for (const [title, category] of [
    [`Robotik ${marker}`, "News"],
    ["Without the mark", `Kategori ${marker}`],
  ]) {
    const data = { ...POST, title, category, publishedAt: null, content: `${title} ${category}` }
    const response = await page.request.post("/api/admin/blog", { data, headers: { origin: baseURL ?? "" } })
    expect(response.status()).toBe(201)
  }
  await page.goto("/admin/blog")
  const rows = page.getByRole("list", { name: "Blog" }).getByRole("listitem")
  const search = page.getByRole("searchbox")
  await search.fill(`rOBOTIK ${marker.toUpperCase()}`)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(`Robotik ${marker}`)
  await search.fill(`KATEGORI ${marker.toUpperCase()}`)
  await expect(rows).toContainText(["Without the mark"])
  await expect(rows).toHaveCount(1)
  await page.route("**/api/admin/blog/*", (route) => route.abort(), { times: 1 })
  await row(page, "Without the mark").click()
  await press(detailPane(page), "Delete")
  await expectToast(page, "Delete Failed", "Failed to delete blog post")
  await expect(row(page, "Without the mark")).toBeVisible()
  await row(page, "Without the mark").focus()
  await page.keyboard.press("Delete")
  await expect(page.getByRole("status").filter({ hasText: "Blog post deleted" })).toBeVisible()
  await expect(rows).toHaveCount(0)
})

test("leaving with unsaved changes asks for confirmation, and the draft survives a reload", async ({ page, user }) => {
  const title = `Bouyon ${user.marker}`
  await page.goto("/admin/blog")
  const form = await newPost(page)
  await page.keyboard.press("Escape")
  await expect(form).toBeHidden()
  await newPost(page)
  await field(form, "Title").fill(title)
  const confirmation = form.getByRole("alert").filter({ hasText: "Leave without saving?" })
  for (const control of ["Close", "Cancel", "Escape"]) {
    if (control === "Escape") await page.keyboard.press(control)
    else await press(form, control)
    await expect(confirmation).toBeVisible()
    await press(form, "Keep writing")
    await expect(confirmation).toBeHidden()
    await expect(field(form, "Title")).toHaveValue(title)
  }
  const dialogs: string[] = []
  page.on("dialog", async (dialog) => {
    dialogs.push(dialog.type())
    await dialog.accept()
  })
  await page.reload()
  expect(dialogs).toEqual(["beforeunload"])
  await newPost(page)
  await expect(form.getByText("What you typed before is here again.")).toBeVisible()
  await expect(field(form, "Title")).toHaveValue(title)
  expect(await axe(page)).toEqual([])
  await press(form, "Discard it")
  await expect(field(form, "Title")).toHaveValue("")
  await field(form, "Title").fill(title)
  await page.keyboard.press("Escape")
  await press(form, "Leave without saving")
  await expect(form).toBeHidden()
  await newPost(page)
  await expect(field(form, "Title")).toHaveValue("")
})
