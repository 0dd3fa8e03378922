import { expect, type Page } from "@playwright/test"
import { pane, row, sendContactMessage, signInAsAdmin, thread } from "./admins.ts"
import { test } from "./fixtures.ts"
import { newGuest } from "./guests.ts"
import { expectToast } from "./toast.ts"

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

test.afterEach(async ({ sql, user }) => {
  for (const table of ["team_members", "testimonials"])
    await sql`delete from ${sql(table)} where name like ${`%${user.marker}%`}`
})

const PHOTO = "https://example.org/photo.jpg"
const replyDialog = (page: Page, name: string) => page.getByRole("dialog", { name: `Respond to ${name}` })

test("closing the reply to a deleted conversation moves the focus to the next row", async ({
  page,
  baseURL,
  context,
  user,
  sql,
}) => {
  const [older, newer] = [await newGuest(baseURL, `${user.marker}-a`), await newGuest(baseURL, `${user.marker}-b`)]
  for (const guest of [older, newer]) await guest.sendMessage("Bonjou")
  // At first the conversation itself does not load: the pane shows what the list knows of it.
  const threads = /chat\/threads\/[^/?]+$/
  await page.route(threads, (route) => route.abort())
  await page.goto(`/admin/chat?q=${user.marker}`)
  const openReply = async (name: string) => {
    await thread(page, name).press("Enter")
    await pane(page).getByRole("button", { name: "Respond" }).press("Enter")
    await expect(replyDialog(page, name).getByLabel("Your reply")).toBeFocused()
  }
  /** Deletes the conversation while the page is offline: the page learns of it when it reconnects. */
  const deleteWhileOffline = async (name: string) => {
    await context.setOffline(true)
    await sql`delete from chat_threads where name = ${name}`
    await page.unroute(threads)
    await context.setOffline(false)
    await expect(thread(page, name)).toBeHidden()
    await expect(pane(page)).toBeHidden()
  }
  // The row of the closed conversation is still in the list.
  await openReply(older.name)
  await page.goBack()
  await expect(pane(page)).toBeHidden()
  await page.keyboard.press("Escape")
  await expect(thread(page, older.name)).toBeFocused()
  await openReply(newer.name)
  await deleteWhileOffline(newer.name)
  await page.keyboard.press("Escape")
  await expect(thread(page, older.name)).toBeFocused()
  await openReply(older.name)
  await deleteWhileOffline(older.name)
  await replyDialog(page, older.name).getByRole("button", { name: "Cancel" }).press("Enter")
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
})

test("closing the reply to a deleted message moves the focus to the pane with the error", async ({
  page,
  baseURL,
  user,
  sql,
}) => {
  const name = `Kenley ${user.marker}`
  await sendContactMessage(page, baseURL, { name, message: "When does it open?" })
  await page.goto(`/admin/contacts?q=${user.marker}`)
  await row(page, name).press("Enter")
  await pane(page).getByRole("button", { name: "Reply", exact: true }).press("Enter")
  await page.getByLabel("Your reply").fill("On Tuesday.")
  await sql`delete from contacts where name = ${name}`
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expectToast(page, "Failed to Send Reply", "There was an error sending your reply")
  await expect(pane(page)).toContainText("Nothing found.")
  await page.keyboard.press("Escape")
  await expect(pane(page)).toBeFocused()
})

test("a row that the filter hides when it is done passes the focus to the next row", async ({
  page,
  baseURL,
  user,
}) => {
  const [older, newer] = [await newGuest(baseURL, `${user.marker}-a`), await newGuest(baseURL, `${user.marker}-b`)]
  for (const guest of [older, newer]) await guest.sendMessage("Bonjou")
  await page.goto(`/admin/chat?q=${user.marker}&state=open`)
  await expect(thread(page, newer.name)).toBeVisible()
  await page.keyboard.press("j")
  await page.keyboard.press("e")
  await expectToast(page, "Updated Successfully", "Conversations done: 1")
  await expect(thread(page, newer.name)).toBeHidden()
  await expect(thread(page, older.name)).toBeFocused()
})

test("a deleted or filtered record passes the focus to the next row, the last row, or the list's heading", async ({
  page,
  baseURL,
  user,
}) => {
  for (const number of [1, 2, 3]) {
    const data = { name: `Kept ${user.marker} ${number}`, role: "Student", content: "Good.", imageUrl: PHOTO }
    const response = await page.request.post("/api/admin/testimonials", { data, headers: { origin: baseURL ?? "" } })
    expect(response.status()).toBe(201)
  }
  await page.goto(`/admin/testimonials?q=${encodeURIComponent(`Kept ${user.marker}`)}`)
  const rows = page.getByRole("list", { name: "Testimonials" }).getByRole("button")
  await expect(rows).toHaveCount(3)
  const [, , last = ""] = await rows.locator("strong").allTextContents()
  await rows.nth(1).press("Enter")
  await pane(page).getByRole("button", { name: "Edit" }).press("Enter")
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(`Renamed ${user.marker}`)
  await page.keyboard.press("Enter")
  await expectToast(page, "Updated Successfully", `Renamed ${user.marker}`)
  await expect(rows).toHaveCount(2)
  await expect(pane(page)).toBeHidden()
  await expect(row(page, last)).toBeFocused()
  for (const remaining of [1, 0]) {
    await page.keyboard.press("Enter")
    await pane(page).getByRole("button", { name: "Delete" }).press("Enter")
    await expect(rows).toHaveCount(remaining)
    await expect(remaining > 0 ? rows : page.getByRole("heading", { level: 1 })).toBeFocused()
  }
})

test("moving a team member to the end of the list keeps the focus on the button", async ({ page, baseURL, user }) => {
  for (const name of ["Ada", "Bo"]) {
    const data = { name: `${name} ${user.marker}`, role: "Mentor", bio: "Teaches.", imageUrl: PHOTO }
    const response = await page.request.post("/api/admin/team", { data, headers: { origin: baseURL ?? "" } })
    expect(response.status()).toBe(201)
  }
  await page.goto("/admin/team")
  const rows = page.getByRole("list", { name: "Team" }).getByRole("button")
  await expect(row(page, `Bo ${user.marker}`)).toBeVisible()
  const count = await rows.count()
  await rows.first().click()
  const [up, down] = [
    pane(page).getByRole("button", { name: "Move up" }),
    pane(page).getByRole("button", { name: "Move down" }),
  ]
  await expect(up).toBeDisabled()
  for (let position = 2; position <= count; position++) {
    await down.press("Enter")
    await expect(pane(page).getByText(`Place ${position} of ${count}`)).toBeVisible()
    await expect(down).toBeFocused()
  }
  await expect(down).toBeDisabled()
  await page.keyboard.press("Enter")
  await expect(pane(page).getByText(`Place ${count} of ${count}`)).toBeVisible()
})
