import { expect } from "@playwright/test"
import { ADMIN, ADMIN_PASSWORD, openTwoContacts, pane, row, sendContactMessage, signInAsAdmin } from "./admins.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"
import { loseResponse } from "./network.ts"
import { expectToast } from "./toast.ts"

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

test.afterEach(async ({ sql, user }) => {
  await sql`delete from testimonials where name like ${`%${user.marker}%`}`
})

test("saving a user does not overwrite another administrator's change and shows it", async ({
  page,
  baseURL,
  user,
  browser,
}) => {
  const member = await browser.newPage({ baseURL: baseURL ?? "" })
  await register(member, user, baseURL)
  const { id: userId } = await (await member.request.get("/api/auth/user")).json()
  await member.close()
  // The search finds no user; the link opens the user all the same.
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

test("a link to a missing record shows that nothing was found", async ({ page }) => {
  for (const path of ["users", "contacts", "chat", "team", "history"]) {
    await page.goto(`/admin/${path}?open=${crypto.randomUUID()}`)
    await expect(pane(page)).toContainText("Nothing found.")
  }
})

test("a draft survives an expired session, but neither signing out nor another administrator's sign-in", async ({
  page,
  baseURL,
}) => {
  await page.clock.install()
  const form = page.getByRole("dialog", { name: "Add team member" })
  const openForm = async () => {
    await page.goto("/admin/team")
    await page.getByRole("button", { name: "Add team member" }).click()
  }
  const bio = form.getByRole("textbox", { name: "Bio" })
  await openForm()
  await bio.fill("Begun")
  await page.clock.fastForward("30:10")
  await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeVisible()
  await page.getByLabel("Username").fill(ADMIN.username)
  await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole("button", { name: "Sign In" }).click()
  await expect(page.getByRole("dialog", { name: "Login Successful" })).toBeVisible()
  await page.clock.runFor("00:05")
  await openForm()
  await expect(bio).toHaveValue("Begun")
  await page.evaluate(() => sessionStorage.setItem("admin-drafts-of", "another"))
  await openForm()
  await expect(bio).toHaveValue("")
  await bio.fill("Begun again")
  await page.reload()
  await page.getByRole("button", { name: "Sign Out" }).click()
  await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeVisible()
  await signInAsAdmin(page, baseURL)
  await openForm()
  await expect(bio).toHaveValue("")
})

test("a lost response creates a record once, with the last values, and the overview drops deleted records", async ({
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
  await loseResponse(page, "**/api/admin/testimonials")
  await save()
  await expectToast(page, "Save Failed", "Failed to save changes")
  await field("Name").fill(`Mirlande ${user.marker}`)
  await save()
  await expectToast(page, "Created Successfully", `Mirlande ${user.marker}`)
  const testimonials: { name: string }[] = await (await page.request.get("/api/testimonials")).json()
  expect(testimonials.map(({ name }) => name).filter((name) => name.includes(user.marker))).toEqual([
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

test("a reply whose response was lost is shown, and a changed text is sent as another reply", async ({
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
  await loseResponse(page, "**/api/admin/reply")
  const send = page.getByRole("button", { name: "Send Reply" })
  await send.click()
  await expectToast(page, "Failed to Send Reply", "There was an error sending your reply")
  await expect(page.locator(".admin-thread")).toContainText("On Tuesday.")
  await page.getByLabel("Your reply").fill("On Tuesday, at six.")
  await send.click()
  await expectToast(page, "Reply Sent", "")
  await expect(pane(page).getByRole("list", { name: "Replies" }).getByRole("listitem")).toHaveCount(2)
})

test("a bulk action that fails half-way shows its progress and keeps the remaining rows selected", async ({
  page,
  baseURL,
  user,
}) => {
  const { marker } = user
  await openTwoContacts(page, baseURL, marker)
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
