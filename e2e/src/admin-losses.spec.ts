import { expect, type Page } from "@playwright/test"
import { ADMIN, ADMIN_PASSWORD, pane, row, sendContactMessage, signInAsAdmin } from "./admins.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"
import { expectToast } from "./toast.ts"

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

test.afterEach(async ({ sql, user }) => {
  await sql`delete from testimonials where name like ${`%${user.marker}%`}`
})

/** The next call that changes something arrives, and its answer does not. */
const loseAnswer = (page: Page, path: string) =>
  page.route(
    path,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

test("what another administrator changed of a user is not written over, and is shown", async ({
  page,
  baseURL,
  user,
  browser,
}) => {
  const member = await browser.newPage({ baseURL: baseURL ?? "" })
  await register(member, user, baseURL)
  const { id: userId } = await (await member.request.get("/api/auth/user")).json()
  await member.close()
  // The search finds nobody: a link leads to a user all the same.
  await page.goto(`/admin/users?q=${user.marker}-nobody&open=${userId}`)
  const approval = pane(page).getByLabel("Approval")
  await expect(approval).toHaveValue("true")
  const data = { userId, role: "student", approved: "false" }
  await page.request.post("/api/admin/users/role", { data, headers: { origin: baseURL ?? "" } })
  await pane(page).getByLabel("Role").selectOption("Mentor")
  await pane(page).getByRole("button", { name: "Save Changes" }).click()
  await expectToast(page, "That did not work", "Somebody else changed this in the meantime.")
  await expect(approval).toHaveValue("false")
  await pane(page).getByLabel("Role").selectOption("Mentor")
  await pane(page).getByRole("button", { name: "Save Changes" }).click()
  await expectToast(page, "Updated Successfully", "The user's role and approval are saved.")
  await expect(approval).toHaveValue("false")
})

test("a link to what is not there says so", async ({ page }) => {
  for (const path of ["users", "contacts", "chat", "team", "history"]) {
    await page.goto(`/admin/${path}?open=${crypto.randomUUID()}`)
    await expect(pane(page)).toContainText("Nothing was found for this.")
  }
})

test("what is being written outlasts a session that ends by itself, but neither its owner's leaving nor another's coming", async ({
  page,
  baseURL,
}) => {
  await page.clock.install()
  const form = page.getByRole("dialog", { name: "Add team member" })
  const begin = async () => {
    await page.goto("/admin/team")
    await page.getByRole("button", { name: "Add team member" }).click()
  }
  const bio = form.getByRole("textbox", { name: "Bio" })
  await begin()
  await bio.fill("Begun")
  await page.clock.runFor("30:10")
  await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeVisible()
  await page.getByLabel("Username").fill(ADMIN.username)
  await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole("button", { name: "Sign In" }).click()
  await expect(page.getByRole("dialog", { name: "Login Successful" })).toBeVisible()
  await page.clock.runFor("00:05")
  await begin()
  await expect(bio).toHaveValue("Begun")
  await page.evaluate(() => sessionStorage.setItem("admin-drafts-of", "another"))
  await begin()
  await expect(bio).toHaveValue("")
  await bio.fill("Begun again")
  await page.reload()
  await page.getByRole("button", { name: "Sign Out" }).click()
  await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeVisible()
  await signInAsAdmin(page, baseURL)
  await begin()
  await expect(bio).toHaveValue("")
})

test("a record whose answer was lost is made once, as it is written in the end; the overview forgets what is deleted", async ({
  page,
  user,
}) => {
  await page.goto("/admin")
  await page.getByRole("tab", { name: "Testimonials" }).click()
  const latest = page.getByRole("tabpanel").getByRole("link", { name: new RegExp(user.marker) })
  await expect(latest).toHaveCount(0)
  await page.getByRole("link", { name: "Testimonials", exact: true }).click()
  await page.getByRole("button", { name: "Add testimonial" }).click()
  const form = page.getByRole("dialog", { name: "Add testimonial" })
  const field = (name: string) => form.getByRole("textbox", { name, exact: true })
  const save = () => form.getByRole("button", { name: "Save Changes" }).click()
  await field("Name").fill(`Mirland ${user.marker}`)
  await field("Role").fill("Mentor")
  await field("Testimonial").fill("Good.")
  await field("Image").fill("https://example.org/photo.jpg")
  await loseAnswer(page, "**/api/admin/testimonials")
  await save()
  await expectToast(page, "Save Failed", "Failed to save changes")
  await field("Name").fill(`Mirlande ${user.marker}`)
  await save()
  await expectToast(page, "Created Successfully", `Mirlande ${user.marker}`)
  const shown: { name: string }[] = await (await page.request.get("/api/testimonials")).json()
  expect(shown.map(({ name }) => name).filter((name) => name.includes(user.marker))).toEqual([
    `Mirlande ${user.marker}`,
  ])
  const overview = page.getByRole("link", { name: "Overview" })
  await overview.click()
  await page.getByRole("tab", { name: "Testimonials" }).click()
  await expect(latest).toHaveCount(1)
  await page.getByRole("link", { name: "Testimonials", exact: true }).click()
  await row(page, user.marker).press("Delete")
  await expect(page.getByRole("status").filter({ hasText: "Testimonial deleted" })).toBeVisible()
  await overview.click()
  await page.getByRole("tab", { name: "Testimonials" }).click()
  await expect(latest).toHaveCount(0)
})

test("a reply whose answer was lost shows, and what is written after it is another one", async ({
  page,
  baseURL,
  user,
}) => {
  const name = `Kenley ${user.marker}`
  await sendContactMessage(page, baseURL, { name, message: "When does it open?" })
  await page.goto(`/admin/contacts?q=${user.marker}`)
  await row(page, name).click()
  await page.keyboard.press("r")
  await page.getByLabel("Your reply").fill("On Tuesday.")
  await loseAnswer(page, "**/api/admin/reply")
  const send = page.getByRole("button", { name: "Send Reply" })
  await send.click()
  await expectToast(page, "Failed to Send Reply", "There was an error sending your reply")
  await expect(page.locator(".admin-thread")).toContainText("On Tuesday.")
  await page.getByLabel("Your reply").fill("On Tuesday, at six.")
  await send.click()
  await expectToast(page, "Reply Sent", "")
  await expect(pane(page).getByRole("list", { name: "Replies" }).getByRole("listitem")).toHaveCount(2)
})

test("what stops half-way says how far it came, and the rest stays ticked", async ({ page, baseURL, user }) => {
  const { marker } = user
  for (const name of ["Fabiola", "Stanley"])
    await sendContactMessage(page, baseURL, { name: `${name} ${marker}`, message: "Bonjou" })
  await page.goto(`/admin/contacts?q=${marker}`)
  await expect(row(page, `Stanley ${marker}`)).toBeVisible()
  for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key)
  let calls = 0
  await page.route("**/api/admin/contacts/*", (route) =>
    route.request().method() === "PATCH" && ++calls === 2 ? route.abort() : route.continue(),
  )
  await page.keyboard.press("e")
  await expectToast(page, "Only part of it was done", "Done: 1 of 2.")
  await expect(page.getByRole("toolbar", { name: "1 selected" })).toBeVisible()
  await page.keyboard.press("e")
  await expectToast(page, "Updated Successfully", "Messages done: 1")
  await expect(page.getByRole("toolbar", { name: "selected" })).toBeHidden()
})
