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

const detailPane = (page: Page) => page.getByRole("complementary")
const field = (form: Locator, name: string) => form.getByRole("textbox", { name, exact: true })
const press = (form: Locator, name: string) => form.getByRole("button", { name, exact: true }).click()
const save = (form: Locator) => press(form, "Save Changes")

const expectToast = (page: Page, title: string, message = "") =>
  expect(toast(page)).toContainText(new RegExp(`${title}.*${message}`, "s"))

async function createRecord(page: Page, baseURL: string | undefined, resource: string, data: object): Promise<void> {
  const response = await page.request.post(`/api/admin/${resource}`, { data, headers: { origin: baseURL ?? "" } })
  expect(response.status()).toBe(201)
}

const member = (name: string) => ({ name, role: "Mentor", bio: "Teaches.", imageUrl: PHOTO })

/** Fetches the records that the public API returns. */
const fetchPublished = async <Row>(page: Page, resource: string): Promise<Row[]> =>
  (await page.request.get(`/api/${resource}`)).json()

async function fetchTeamNames(page: Page, marker: string): Promise<string[]> {
  const team = await fetchPublished<{ name: string }>(page, "team")
  return team.map(({ name }) => name).filter((name) => name.includes(marker))
}

/** Fills one required field after the other with spaces and expects its error. */
async function expectRequired(page: Page, form: Locator, required: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, message] of Object.entries(required)) {
    const value = await field(form, label).inputValue()
    await field(form, label).fill("  ")
    await save(form)
    await expectToast(page, "Save Failed", "Please check the marked fields.")
    await expect(field(form, label)).toHaveAccessibleDescription(message)
    await expect(field(form, label)).toBeFocused()
    await expect(form.locator("[aria-invalid=true]")).toHaveCount(1)
    await field(form, label).fill(value)
  }
}

test("spec §5, §8: a team member needs four fields and is on the site at once", async ({ page, user }) => {
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
  await expectRequired(page, form, { ...REQUIRED, Bio: "Please enter a bio" })
  expect(await axe(page)).toEqual([])
  await save(form)
  await expectToast(page, "Created Successfully", name)
  await expect(form).toBeHidden()
  expect(await fetchPublished(page, "team")).toContainEqual(expect.objectContaining({ name, imageUrl: picture }))
  expect((await page.request.get(picture)).headers()["content-type"]).toContain("image/")

  await press(detailPane(page), "Edit")
  const edit = page.getByRole("dialog", { name: "Edit team member" })
  await field(edit, "Role").fill("Director")
  await field(edit, "Image").fill("photo.jpg")
  await save(edit)
  await expect(field(edit, "Image")).toHaveAccessibleDescription("Invalid image URL")
  await field(edit, "Image").fill(PHOTO)
  await page.route("**/api/admin/team/*", (route) => route.abort(), { times: 1 })
  await save(edit)
  await expectToast(page, "Save Failed", "Failed to save changes")
  await page.route("**/api/admin/team/*", (route) => route.fulfill(REFUSED), { times: 1 })
  await save(edit)
  await expectToast(page, "Save Failed", REFUSED.json.message)
  await save(edit)
  await expectToast(page, "Updated Successfully", name)
  const changed = { name, role: "Director", imageUrl: PHOTO, bio: "Teaches Python." }
  expect(await fetchPublished(page, "team")).toContainEqual(expect.objectContaining(changed))
  await page.goto("/team")
  const card = page.getByRole("region", { name: "The people" }).getByRole("listitem").filter({ hasText: name })
  await expect(card).toContainText("Director")
})

test("spec §8: the undo bar and History restore a deleted team member", async ({ page, baseURL, user }) => {
  const name = `Ricardo ${user.marker}`
  await createRecord(page, baseURL, "team", member(name))
  await page.goto(`/admin/team?q=${user.marker}`)
  await row(page, name).click()
  await page.route("**/api/admin/team/*", (route) => route.abort(), { times: 1 })
  await press(detailPane(page), "Delete")
  await expectToast(page, "Delete Failed", "Failed to delete team member")
  await expect(row(page, name)).toBeVisible()
  const undoBar = page.getByRole("status").filter({ hasText: "Team member deleted" })
  await row(page, name).press("Delete")
  await expect(undoBar).toContainText(name)
  await expect(row(page, name)).toBeHidden()
  expect(await fetchTeamNames(page, name)).toEqual([])
  // The focus keeps the bar open.
  await undoBar.getByRole("button").focus()
  expect(await axe(page)).toEqual([])
  await press(undoBar, "Undo")
  await expect(row(page, name)).toBeFocused()
  await expect(undoBar).toBeHidden()
  expect(await fetchTeamNames(page, name)).toEqual([name])
  await page.keyboard.press("Delete")
  await expect(undoBar).toContainText(name)
  await page.goto("/admin/history")
  await row(page, `Deleted the team member ${name}`).first().click()
  await press(detailPane(page), "Undo this deletion")
  await expectToast(page, "Restored", "It is back where it was.")
  expect(await fetchTeamNames(page, name)).toEqual([name])
})

test("the team is reordered by keyboard or drag, and a failure reverts it", async ({ page, baseURL, user }) => {
  const { marker } = user
  const [ada, bo, cy] = [`Ada ${marker}`, `Bo ${marker}`, `Cy ${marker}`]
  for (const name of [ada, bo]) await createRecord(page, baseURL, "team", member(name))
  await page.goto("/admin/team")
  await row(page, bo).press("Alt+ArrowUp")
  await expect.poll(() => fetchTeamNames(page, marker)).toEqual([bo, ada])
  await expect(row(page, bo)).toBeFocused()
  await expect(page.getByText(new RegExp(`${bo} is now \\d+ of \\d+`))).toBeAttached()
  await page.keyboard.press("Alt+ArrowDown")
  await expect.poll(() => fetchTeamNames(page, marker)).toEqual([ada, bo])

  const from = await row(page, bo).locator(".admin-handle").boundingBox()
  const to = await row(page, ada).boundingBox()
  if (!from || !to) throw new Error("the rows are not on the screen")
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x, to.y + 4, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => fetchTeamNames(page, marker)).toEqual([bo, ada])
  const rows = page.getByRole("main").getByRole("button", { name: new RegExp(marker) })
  await expect(rows).toContainText([bo, ada])
  await expect(page.getByRole("heading", { level: 2, name: bo })).toBeHidden()

  await page.route("**/api/admin/team-order", (route) => route.abort(), { times: 1 })
  await row(page, ada).press("Alt+ArrowUp")
  await expectToast(page, "Order not saved", "Please check your internet connection and try again.")
  await expect(rows).toContainText([bo, ada])
  await createRecord(page, baseURL, "team", member(cy))
  await row(page, ada).press("Alt+ArrowUp")
  await expectToast(page, "Order not saved")
  await expect(rows).toContainText([bo, ada, cy])
  expect(await fetchTeamNames(page, marker)).toEqual([bo, ada, cy])
})

test("spec §5, §8: a testimonial needs four fields and has five stars by default", async ({ page, user }) => {
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
  await expectRequired(page, form, { ...REQUIRED, Testimonial: "Please enter the text" })
  await form.getByLabel("Rating").selectOption("4 out of 5 stars")
  expect(await axe(page)).toEqual([])
  await save(form)
  await expectToast(page, "Created Successfully", name)
  expect(await fetchPublished(page, "testimonials")).toContainEqual(expect.objectContaining({ name, rating: "4" }))
  await page.route("**/api/admin/testimonials/*", (route) => route.abort(), { times: 1 })
  await press(detailPane(page), "Delete")
  await expectToast(page, "Delete Failed", "Failed to delete testimonial")
  await expect(row(page, name)).toBeVisible()
})

test("saving over another administrator's change shows the conflict", async ({ page, baseURL, user, browser }) => {
  const name = `Rodney ${user.marker}`
  const testimonial = { name, role: "Student", content: "As it was.", imageUrl: PHOTO }
  await createRecord(page, baseURL, "testimonials", testimonial)
  const other = await browser.newPage({ baseURL: baseURL ?? "" })
  await signInAsAdmin(other, baseURL)
  const edit = (editor: Page) => press(detailPane(editor), "Edit")
  const mine = page.getByRole("dialog", { name: "Edit testimonial" })
  const theirs = other.getByRole("dialog", { name: "Edit testimonial" })
  const fetchQuote = async () =>
    (await fetchPublished<typeof testimonial>(page, "testimonials")).find((each) => each.name === name)?.content
  for (const each of [page, other]) {
    await each.goto(`/admin/testimonials?q=${user.marker}`)
    await row(each, name).click()
    await edit(each)
  }
  await field(theirs, "Testimonial").fill("Of the other.")
  await save(theirs)
  await expectToast(other, "Updated Successfully", name)

  await field(mine, "Testimonial").fill("Of mine.")
  await save(mine)
  const conflict = mine.getByRole("row", { name: /^Testimonial/ })
  await expect(mine.getByRole("heading", { name: "Somebody else saved this in the meantime" })).toBeFocused()
  await expect(conflict.getByRole("cell")).toHaveText(["Of mine.", "Of the other."])
  await expect(conflict.locator("mark")).toHaveText(["mine.", "the other."])
  expect(await fetchQuote()).toBe("Of the other.")
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await axe(page)).toEqual([])
  await edit(other)
  await field(theirs, "Testimonial").fill("Of the other, again.")
  await save(theirs)
  await expect(theirs).toBeHidden()
  await press(mine, "Keep mine")
  await expect(conflict.getByRole("cell")).toHaveText(["Of mine.", "Of the other, again."])
  expect(await fetchQuote()).toBe("Of the other, again.")
  await edit(other)
  await press(mine, "Keep mine")
  await expectToast(page, "Updated Successfully", name)
  expect(await fetchQuote()).toBe("Of mine.")

  await theirs.getByLabel("Rating").selectOption("3 out of 5 stars")
  await save(theirs)
  const rating = theirs.getByRole("row", { name: /^Rating/ }).getByRole("cell")
  await expect(rating).toHaveText(["3 out of 5 stars", "5 out of 5 stars"])
  await press(theirs, "Take theirs")
  await expect(field(theirs, "Testimonial")).toHaveValue("Of mine.")
  await expect(theirs.getByLabel("Rating")).toHaveValue("5")
  await press(theirs, "Cancel")
  await expect(theirs).toBeHidden()
  expect(await fetchQuote()).toBe("Of mine.")
  await other.close()
})
