import { expect, type Page } from "@playwright/test"
import { pane, row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"
import { expectToast } from "./toast.ts"

const card = (page: Page, name: string) =>
  page.getByRole("list", { name: "Study groups" }).getByRole("listitem").filter({ hasText: name })
const posts = (page: Page, group: string) => page.getByRole("list", { name: group }).getByRole("listitem")

const widthBeyond = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

async function write(page: Page, message: string) {
  await page.getByLabel("Write to the group").fill(message)
  await page.getByRole("button", { name: "Send", exact: true }).click()
}

test("a member joins with a birth year, writes offline, and the post is sent when the connection is back", async ({
  page,
  context,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/community")
  const group = card(page, "Career Builders")
  await group.getByRole("button", { name: "Join" }).click()
  const year = group.getByLabel("In which year were you born?")
  await expect(year).toBeFocused()
  await year.fill("99")
  await group.getByRole("button", { name: "Join" }).click()
  await expect(group.getByText("Enter the year with four digits")).toBeVisible()
  expect(await axe(page)).toEqual([])
  await year.fill("1999")
  await year.press("Enter")
  await expectToast(page, "Welcome!", "You are now in Career Builders.")
  await group.getByRole("link", { name: "Open the board" }).click()
  await expect(page.getByRole("heading", { name: "Career Builders" })).toBeFocused()
  await write(page, "Bonjou tout moun")
  await expect(posts(page, "Career Builders").filter({ hasText: "Bonjou tout moun" })).toContainText(/^You/)
  await context.setOffline(true)
  await write(page, `Offline ${user.marker}`)
  const waiting = posts(page, "Career Builders").filter({ hasText: user.marker })
  await expect(waiting).toContainText("No connection: we send it when you are online")
  expect(await axe(page)).toEqual([])
  await context.setOffline(false)
  await expect(waiting).toHaveCount(1)
  await expect(waiting.locator("time")).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await widthBeyond(page)).toBe(0)
  expect(await axe(page)).toEqual([])
  await page.reload()
  await expect(waiting).toHaveCount(1)
  await page.getByRole("link", { name: "All study groups" }).click()
  await card(page, "Career Builders").getByRole("button", { name: "Leave" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click()
  await expect(card(page, "Career Builders").getByRole("button", { name: "Join" })).toBeVisible()
})

test("a member under 18 reads why there is no place without a screened mentor", async ({ page, user, baseURL }) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/community")
  const group = card(page, "JavaScript Study Group")
  await group.getByRole("button", { name: "Join" }).click()
  await group.getByLabel("In which year were you born?").fill(String(new Date().getFullYear() - 16))
  await group.getByRole("button", { name: "Join" }).click()
  await expect(group).toContainText("only while a mentor whom we have checked is in the group")
  await expect(group.getByRole("button", { name: "Join" })).toHaveCount(0)
})

test("a post with a phone number is warned of, hidden from others, reported and removed by an administrator", async ({
  page,
  browser,
  user,
  baseURL,
}) => {
  const group = `Group ${user.marker}`
  const admin = await browser.newPage()
  await signInAsAdmin(admin, baseURL)
  await admin.goto("/admin/groups")
  await admin.getByRole("button", { name: "Open a group" }).first().click()
  const form = admin.getByRole("dialog", { name: "Open a group" })
  expect(await axe(admin)).toEqual([])
  await form.getByLabel("Name (English)").fill(group)
  await form.getByLabel("Description (English)").fill("For a test.")
  await form.getByRole("button", { name: "Save Changes" }).click()
  await expect(row(admin, group)).toContainText("Adults only")

  await register(page, user, baseURL)
  await joinAndOpen(page, group)
  await write(page, `I am ${user.marker}. Call +509 3412 5678`)
  await expect(page.getByText("This looks like a phone number")).toBeVisible()
  await page.getByRole("button", { name: "Send it like this" }).click()
  await expect(posts(page, group)).toContainText([`I am ${user.marker}. Call +509 3412 5678`])

  const other = await browser.newPage()
  await register(other, { email: `other-${user.email}`, firstName: "Frantz" }, baseURL)
  await joinAndOpen(other, group)
  const post = posts(other, group).filter({ hasText: `I am ${user.marker}. […]` })
  await post.getByLabel(/^More about the post of/).click()
  await post.getByRole("button", { name: "Report" }).click()
  await post.getByLabel("What is wrong?").fill("A phone number")
  expect(await axe(other)).toEqual([])
  await post.getByRole("button", { name: "Send", exact: true }).click()
  await expectToast(other, "Report sent", "A person will look at it.")

  await admin.goto(`/admin/groups/reports?q=${user.marker}`)
  await expect(row(admin, group)).toHaveCount(2)
  await row(admin, group).last().click()
  await expect(pane(admin)).toContainText("A phone number")
  await pane(admin).getByRole("button", { name: "Remove the post" }).click()
  const reason = admin.getByRole("dialog", { name: "Remove the post" })
  await reason.getByLabel("Reason").fill("Contact details")
  await reason.getByRole("button", { name: "Remove the post" }).click()
  await expect(pane(admin).getByRole("button", { name: "Show it again" })).toBeVisible()
  await pane(admin).getByRole("button", { name: "Mark as settled" }).click()
  await expect(row(admin, group).last()).toContainText("Settled")
  expect(await axe(admin)).toEqual([])

  await other.reload()
  await expect(posts(other, group)).toContainText(["Our team removed this post."])
  for (const opened of [admin, other]) await opened.close()
})

async function joinAndOpen(page: Page, group: string) {
  await page.goto("/member-dashboard/community")
  await card(page, group).getByRole("button", { name: "Join" }).click()
  await card(page, group).getByLabel("In which year were you born?").fill("1998")
  await card(page, group).getByRole("button", { name: "Join" }).click()
  await card(page, group).getByRole("link", { name: "Open the board" }).click()
}
