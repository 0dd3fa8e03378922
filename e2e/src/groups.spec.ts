import { expect, type Page } from "@playwright/test"
import { ADMIN, ADMIN_PASSWORD, pane, row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"
import { loseResponse } from "./network.ts"
import { expectToast } from "./toast.ts"

const card = (page: Page, name: string) =>
  page.getByRole("list", { name: "Study groups" }).getByRole("listitem").filter({ hasText: name })
const posts = (page: Page, group: string) => page.getByRole("list", { name: group }).getByRole("listitem")

const widthBeyond = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

async function write(page: Page, message: string) {
  await page.getByLabel("Write to the group").fill(message)
  await page.getByRole("button", { name: "Send", exact: true }).click()
}

/** Runs in the page: begins the next post before the device has stored this one. */
function sendAndGoOn(field: SVGElement | HTMLElement, next: string): void {
  if (!(field instanceof HTMLTextAreaElement)) throw new Error("not a text area")
  field.form?.requestSubmit()
  field.value = next
  field.dispatchEvent(new Event("input", { bubbles: true }))
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
  const composer = page.getByLabel("Write to the group")
  await composer.fill("Kouman nou ye?")
  await composer.evaluate(sendAndGoOn, `Offline ${user.marker}`)
  await expect(posts(page, "Career Builders").filter({ hasText: "Kouman nou ye?" }).locator("time")).toBeVisible()
  expect(await page.evaluate(() => sessionStorage["drafts"])).toContain(user.marker)
  await context.setOffline(true)
  await page.getByRole("button", { name: "Send", exact: true }).click()
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

const openButton = (page: Page) => page.getByRole("button", { name: "Open a group" }).first()
const dialog = (page: Page, name: "Open a group" | "Change the group") => page.getByRole("dialog", { name })

test("what is typed into a new group is there after a reload and another sign-in, until it is saved or given up", async ({
  page,
  user,
  baseURL,
}) => {
  await page.clock.install()
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin/groups")
  const form = dialog(page, "Open a group")
  const name = form.getByLabel("Name (English)")
  await openButton(page).press("Enter")
  await expect(name).toBeFocused()
  await page.keyboard.type(`Group ${user.marker}`)
  await form.getByLabel("Day").fill("2027-03-01")
  await form.getByLabel("Places").fill("12")
  page.once("dialog", (question) => void question.accept())
  await page.reload()
  await openButton(page).click()
  await expect(form).toContainText("What you typed before is here again.")
  await expect(name).toHaveValue(`Group ${user.marker}`)
  await form.getByLabel("Description (English)").fill("For a test.")
  await page.clock.fastForward("30:10")
  await page.getByLabel("Username").fill(ADMIN.username)
  await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole("button", { name: "Sign In" }).click()
  await expect(page.getByRole("dialog", { name: "Login Successful" })).toBeVisible()
  await page.clock.runFor("00:05")
  await page.goto("/admin/groups")
  await openButton(page).click()
  await expect(form.getByLabel("Description (English)")).toHaveValue("For a test.")
  await expect(form.getByLabel("Day")).toHaveValue("2027-03-01")
  expect(await axe(page)).toEqual([])
  await loseResponse(page, "**/api/admin/study-groups")
  await form.getByRole("button", { name: "Save Changes" }).press("Enter")
  await expectToast(page, "Save Failed", "Failed to save changes")
  await form.getByLabel("Places").fill("13")
  await form.getByLabel("Places").press("Enter")
  await expectToast(page, "Created Successfully", `Group ${user.marker}`)
  await expect(pane(page)).toContainText("13")
  await expect(row(page, user.marker)).toHaveCount(1)
  await openButton(page).click()
  await expect(name).toHaveValue("")
  await name.fill("Given up")
  await page.keyboard.press("Escape")
  await expect(form.getByRole("alert")).toHaveText("Leave without saving?")
  await expect(form.getByRole("button", { name: "Keep writing" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(name).toHaveValue("Given up")
  await form.getByRole("button", { name: "Cancel" }).press("Enter")
  await form.getByRole("button", { name: "Leave without saving" }).press("Enter")
  await expect(openButton(page)).toBeFocused()
  await openButton(page).click()
  await expect(name).toHaveValue("")
})

test("a group that another administrator saved meanwhile shows both versions, and either of them can stay", async ({
  page,
  user,
  baseURL,
}) => {
  await signInAsAdmin(page, baseURL)
  const group = await createGroup(page, baseURL, user.marker)
  await page.goto(`/admin/groups?q=${user.marker}`)
  await row(page, user.marker).click()
  const edit = () => pane(page).getByRole("button", { name: "Edit" }).press("Enter")
  const form = dialog(page, "Change the group")
  const description = form.getByLabel("Description (English)")
  const save = () => form.getByRole("button", { name: "Save Changes" }).press("Enter")
  await edit()
  await description.fill("Of mine.")
  await group.save({ capacity: 10, meeting: MEETING, description: "Of the other." })
  await save()
  await expect(form.getByRole("heading", { name: "Somebody else saved this in the meantime" })).toBeFocused()
  const cells = (field: RegExp) => form.getByRole("row", { name: field }).getByRole("cell")
  await expect(cells(/^Description \(English\)/)).toHaveText(["Of mine.", "Of the other."])
  await expect(cells(/^Places/)).toHaveText(["30", "10"])
  await expect(cells(/^Day/)).toHaveText(["(empty)", "March 1, 2027"])
  await expect(cells(/^Length/)).toHaveText(["60 minutes", "45 minutes"])
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await widthBeyond(page)).toBe(0)
  await form.getByRole("button", { name: "Take theirs" }).press("Enter")
  await expect(description).toHaveValue("Of the other.")
  await expect(form.getByLabel("Day")).toHaveValue("2027-03-01")
  await description.fill("Of mine again.")
  await group.save({ capacity: 11, description: "Of the other again." })
  page.once("dialog", (question) => void question.accept())
  await page.reload()
  await edit()
  await expect(description).toHaveValue("Of mine again.")
  await save()
  await expect(cells(/^Description \(English\)/)).toHaveText(["Of mine again.", "Of the other again."])
  await form.getByRole("button", { name: "Keep mine" }).press("Enter")
  await expectToast(page, "Updated Successfully", user.marker)
  expect(await group.read()).toMatchObject({ texts: [{ description: "Of mine again." }], capacity: 10, version: 4 })
})

test("a group that was only closed meanwhile is saved without a question", async ({ page, user, baseURL }) => {
  await signInAsAdmin(page, baseURL)
  const group = await createGroup(page, baseURL, user.marker)
  await page.goto(`/admin/groups?q=${user.marker}`)
  await row(page, user.marker).click()
  await pane(page).getByRole("button", { name: "Edit" }).click()
  await dialog(page, "Change the group").getByLabel("Places").fill("9")
  await group.close()
  await dialog(page, "Change the group").getByRole("button", { name: "Save Changes" }).click()
  await expectToast(page, "Updated Successfully", user.marker)
  expect(await group.read()).toMatchObject({ capacity: 9, isClosed: true, version: 3 })
})

const MEETING = { startsAt: "2027-03-01T23:00:00.000Z", minutes: 45, timeZone: "America/New_York", url: null }

/** Opens a group over HTTP, which another administrator then changes. */
async function createGroup(page: Page, baseURL: string | undefined, marker: string) {
  const headers = { origin: baseURL ?? "" }
  const path = "/api/admin/study-groups"
  const form = ({
    description = "As it was.",
    ...fields
  }: {
    readonly description?: string
    readonly capacity?: number
  }) => ({
    texts: { en: { name: `Group ${marker}`, description } },
    capacity: 30,
    mentorId: null,
    meeting: null,
    ...fields,
  })
  const { id } = await (await page.request.post(path, { data: form({}), headers })).json()
  const read = async () => (await (await page.request.get(`${path}?q=${marker}`)).json())[0]
  return {
    read,
    async save(fields: Parameters<typeof form>[0] & { readonly meeting?: object }) {
      const { version } = await read()
      const response = await page.request.put(`${path}/${id}`, { data: { ...form(fields), version }, headers })
      expect(response.status()).toBe(200)
    },
    close: () => page.request.patch(`${path}/${id}`, { data: { isClosed: true }, headers }),
  }
}

async function joinAndOpen(page: Page, group: string) {
  await page.goto("/member-dashboard/community")
  await card(page, group).getByRole("button", { name: "Join" }).click()
  await card(page, group).getByLabel("In which year were you born?").fill("1998")
  await card(page, group).getByRole("button", { name: "Join" }).click()
  await card(page, group).getByRole("link", { name: "Open the board" }).click()
}
