import { expect, type Locator, type Page } from "@playwright/test"
import sharp from "sharp"
import { row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { toast } from "./toast.ts"

const PHOTO = "https://example.org/photo.jpg"
const REFUSED = { status: 503, json: { code: "request.invalid", message: "The server's own words." } }
const REQUIRED = { Name: "Name is required", Role: "Please enter a role", Image: "Please choose an image" }

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

test.afterEach(async ({ sql, user }) => {
  for (const table of ["team_members", "testimonials"])
    await sql`delete from ${sql(table)} where name like ${`%${user.marker}%`}`
})

const detailOf = (page: Page) => page.getByRole("complementary")
const field = (form: Locator, name: string) => form.getByRole("textbox", { name, exact: true })
const press = (form: Locator, name: string) => form.getByRole("button", { name, exact: true }).click()
const save = (form: Locator) => press(form, "Save Changes")

const says = (page: Page, title: string, words = "") =>
  expect(toast(page)).toContainText(new RegExp(`${title}.*${words}`, "s"))

async function add(page: Page, baseURL: string | undefined, noun: string, data: object): Promise<void> {
  const answer = await page.request.post(`/api/admin/${noun}`, { data, headers: { origin: baseURL ?? "" } })
  expect(answer.status()).toBe(201)
}

const member = (name: string) => ({ name, role: "Mentor", bio: "Teaches.", imageUrl: PHOTO })

/** What anybody can read, at once. */
const published = async <Row>(page: Page, noun: string): Promise<Row[]> =>
  (await page.request.get(`/api/${noun}`)).json()

async function names(page: Page, mark: string): Promise<string[]> {
  const team = await published<{ name: string }>(page, "team")
  return team.map(({ name }) => name).filter((name) => name.includes(mark))
}

/** Leaves one field after the other empty, or with nothing but spaces, and is told so there. */
async function showsEachError(page: Page, form: Locator, required: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, words] of Object.entries(required)) {
    const kept = await field(form, label).inputValue()
    await field(form, label).fill("  ")
    await save(form)
    await says(page, "Save Failed", "Please check what is marked.")
    await expect(field(form, label)).toHaveAccessibleDescription(words)
    await expect(field(form, label)).toBeFocused()
    await expect(form.locator("[aria-invalid=true]")).toHaveCount(1)
    await field(form, label).fill(kept)
  }
}

test("§5, §8 a member of the team needs four fields, and is on the site at once", async ({ page, user }) => {
  const name = `Mirlande ${user.marker}`
  await page.goto("/admin/team")
  await page.getByRole("button", { name: "Add team member" }).click()
  const form = page.getByRole("dialog", { name: "Add team member" })
  await save(form)
  await expect(form.locator("[aria-invalid=true]")).toHaveCount(4)
  expect(await axe(page)).toEqual([])
  const photo = sharp({ create: { width: 300, height: 300, channels: 3, background: "#25a" } }).png()
  const choose = form.locator("input[type=file]")
  await choose.setInputFiles({ name: "me.txt", mimeType: "text/plain", buffer: Buffer.from("Bonjou") })
  await expect(field(form, "Image")).toHaveAccessibleDescription(/not a picture we can read/)
  await field(form, "Image").fill(PHOTO)
  await expect(field(form, "Image")).toHaveAccessibleDescription("")
  await choose.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: await photo.toBuffer() })
  await expect(field(form, "Image")).toHaveValue(/^\/api\/pictures\//)
  const picture = await field(form, "Image").inputValue()
  await field(form, "Name").fill(name)
  await field(form, "Role").fill("Mentor")
  await field(form, "Bio").fill("Teaches Python.")
  await showsEachError(page, form, { ...REQUIRED, Bio: "Please enter a bio" })
  expect(await axe(page)).toEqual([])
  await save(form)
  await says(page, "Created Successfully", name)
  await expect(form).toBeHidden()
  expect(await published(page, "team")).toContainEqual(expect.objectContaining({ name, imageUrl: picture }))
  expect((await page.request.get(picture)).headers()["content-type"]).toContain("image/")

  await press(detailOf(page), "Edit")
  const edit = page.getByRole("dialog", { name: "Edit team member" })
  await field(edit, "Role").fill("Director")
  await field(edit, "Image").fill("photo.jpg")
  await save(edit)
  await expect(field(edit, "Image")).toHaveAccessibleDescription("Invalid image URL")
  await field(edit, "Image").fill(PHOTO)
  await page.route("**/api/admin/team/*", (route) => route.abort(), { times: 1 })
  await save(edit)
  await says(page, "Save Failed", "Failed to save changes")
  await page.route("**/api/admin/team/*", (route) => route.fulfill(REFUSED), { times: 1 })
  await save(edit)
  await says(page, "Save Failed", REFUSED.json.message)
  await save(edit)
  await says(page, "Updated Successfully", name)
  const changed = { name, role: "Director", imageUrl: PHOTO, bio: "Teaches Python." }
  expect(await published(page, "team")).toContainEqual(expect.objectContaining(changed))
  await page.goto("/team")
  const card = page.getByRole("region", { name: "The people" }).getByRole("listitem").filter({ hasText: name })
  await expect(card).toContainText("Director")
})

test("§8 a deletion may fail, and is undone from its bar or from History", async ({ page, baseURL, user }) => {
  const name = `Ricardo ${user.marker}`
  await add(page, baseURL, "team", member(name))
  await page.goto(`/admin/team?q=${user.marker}`)
  await row(page, name).click()
  await page.route("**/api/admin/team/*", (route) => route.abort(), { times: 1 })
  await press(detailOf(page), "Delete")
  await says(page, "Delete Failed", "Failed to delete team member")
  await expect(row(page, name)).toBeVisible()
  const bar = page.getByRole("status").filter({ hasText: "Team member deleted" })
  await row(page, name).press("Delete")
  await expect(bar).toContainText(name)
  await expect(row(page, name)).toBeHidden()
  expect(await names(page, name)).toEqual([])
  // Which keeps the bar there.
  await bar.getByRole("button").focus()
  expect(await axe(page)).toEqual([])
  await press(bar, "Undo")
  await expect(row(page, name)).toBeFocused()
  await expect(bar).toBeHidden()
  expect(await names(page, name)).toEqual([name])
  await page.keyboard.press("Delete")
  await expect(bar).toContainText(name)
  await page.goto("/admin/history")
  await row(page, `Deleted the team member ${name}`).first().click()
  await press(detailOf(page), "Undo this deletion")
  await says(page, "Restored", "It is back where it was.")
  expect(await names(page, name)).toEqual([name])
})

test("the team is put in order by keys and by hand; a refused order goes back", async ({ page, baseURL, user }) => {
  const { marker } = user
  const [ada, bo, cy] = [`Ada ${marker}`, `Bo ${marker}`, `Cy ${marker}`]
  for (const name of [ada, bo]) await add(page, baseURL, "team", member(name))
  await page.goto("/admin/team")
  await row(page, bo).press("Alt+ArrowUp")
  await expect.poll(() => names(page, marker)).toEqual([bo, ada])
  await expect(row(page, bo)).toBeFocused()
  await expect(page.getByText(new RegExp(`${bo} is now \\d+ of \\d+`))).toBeAttached()
  await page.keyboard.press("Alt+ArrowDown")
  await expect.poll(() => names(page, marker)).toEqual([ada, bo])

  const from = await row(page, bo).locator(".admin-handle").boundingBox()
  const to = await row(page, ada).boundingBox()
  if (!from || !to) throw new Error("the rows are not on the screen")
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x, to.y + 4, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => names(page, marker)).toEqual([bo, ada])
  const rows = page.getByRole("main").getByRole("button", { name: new RegExp(marker) })
  await expect(rows).toContainText([bo, ada])
  await expect(page.getByRole("heading", { level: 2, name: bo })).toBeHidden()

  await page.route("**/api/admin/team-order", (route) => route.abort(), { times: 1 })
  await row(page, ada).press("Alt+ArrowUp")
  await says(page, "Order not saved", "Everybody is back where they were.")
  await expect(rows).toContainText([bo, ada])
  await add(page, baseURL, "team", member(cy))
  await row(page, ada).press("Alt+ArrowUp")
  await says(page, "Order not saved")
  await expect(rows).toContainText([bo, ada, cy])
  expect(await names(page, marker)).toEqual([bo, ada, cy])
})

test("§5, §8 a testimonial needs four fields, and has five stars at first", async ({ page, user }) => {
  const name = `Islande ${user.marker}`
  await page.goto("/admin/testimonials")
  await expect(page.getByRole("button", { name: "Add testimonial" })).toBeVisible()
  await page.keyboard.press("n")
  const form = page.getByRole("dialog", { name: "Add testimonial" })
  await expect(form.getByLabel("Rating")).toHaveValue("5")
  await field(form, "Name").fill(name)
  await field(form, "Role").fill("Student")
  await field(form, "Testimonial").fill("I found work.")
  await field(form, "Image").fill(PHOTO)
  await showsEachError(page, form, { ...REQUIRED, Testimonial: "Please enter the text" })
  await form.getByLabel("Rating").selectOption("4 out of 5 stars")
  expect(await axe(page)).toEqual([])
  await save(form)
  await says(page, "Created Successfully", name)
  expect(await published(page, "testimonials")).toContainEqual(expect.objectContaining({ name, rating: "4" }))
  await page.route("**/api/admin/testimonials/*", (route) => route.abort(), { times: 1 })
  await press(detailOf(page), "Delete")
  await says(page, "Delete Failed", "Failed to delete testimonial")
  await expect(row(page, name)).toBeVisible()
})

test("nothing that another saved is written over unseen", async ({ page, baseURL, user, browser }) => {
  const name = `Rodney ${user.marker}`
  const testimonial = { name, role: "Student", content: "As it was.", imageUrl: PHOTO }
  await add(page, baseURL, "testimonials", testimonial)
  const other = await browser.newPage({ baseURL: baseURL ?? "" })
  await signInAsAdmin(other, baseURL)
  const edit = (by: Page) => press(detailOf(by), "Edit")
  const mine = page.getByRole("dialog", { name: "Edit testimonial" })
  const theirs = other.getByRole("dialog", { name: "Edit testimonial" })
  const quote = async () =>
    (await published<typeof testimonial>(page, "testimonials")).find((one) => one.name === name)?.content
  for (const each of [page, other]) {
    await each.goto(`/admin/testimonials?q=${user.marker}`)
    await row(each, name).click()
    await edit(each)
  }
  await field(theirs, "Testimonial").fill("Of the other.")
  await save(theirs)
  await says(other, "Updated Successfully", name)

  await field(mine, "Testimonial").fill("Of mine.")
  await save(mine)
  const differing = mine.getByRole("row", { name: /^Testimonial/ })
  await expect(mine.getByRole("heading", { name: "Somebody else saved this meanwhile" })).toBeFocused()
  await expect(differing.getByRole("cell")).toHaveText(["Of mine.", "Of the other."])
  await expect(differing.locator("mark")).toHaveText(["mine.", "the other."])
  expect(await quote()).toBe("Of the other.")
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await axe(page)).toEqual([])
  await edit(other)
  await field(theirs, "Testimonial").fill("Of the other, again.")
  await save(theirs)
  await expect(theirs).toBeHidden()
  await press(mine, "Keep mine")
  await expect(differing.getByRole("cell")).toHaveText(["Of mine.", "Of the other, again."])
  expect(await quote()).toBe("Of the other, again.")
  await edit(other)
  await press(mine, "Keep mine")
  await says(page, "Updated Successfully", name)
  expect(await quote()).toBe("Of mine.")

  await theirs.getByLabel("Rating").selectOption("3 out of 5 stars")
  await save(theirs)
  const rating = theirs.getByRole("row", { name: /^Rating/ }).getByRole("cell")
  await expect(rating).toHaveText(["3 out of 5 stars", "5 out of 5 stars"])
  await press(theirs, "Take theirs")
  await expect(field(theirs, "Testimonial")).toHaveValue("Of mine.")
  await expect(theirs.getByLabel("Rating")).toHaveValue("5")
  await press(theirs, "Cancel")
  await expect(theirs).toBeHidden()
  expect(await quote()).toBe("Of mine.")
  await other.close()
})
