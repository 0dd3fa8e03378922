import { expect } from "@playwright/test"
import { composer, openNewThread, pane, signInAsAdmin, thread } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { newGuest } from "./guests.ts"
import { expectToast, toast } from "./toast.ts"

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

test("a new message appears without a reload in the navigation, the title, the list and the open conversation", async ({
  page,
  baseURL,
  user,
  sql,
}) => {
  const guest = await newGuest(baseURL, user.marker)
  const { length: before } = await sql`select 1 from chat_messages where not is_read`
  const linkText = (unread: number) => (unread === 0 ? "Chat Messages" : `Chat Messages${unread} unread`)
  await page.goto("/admin")
  const link = page.getByRole("navigation", { name: "Admin area" }).getByRole("link", { name: /^Chat Messages/ })
  await expect(link).toHaveText(linkText(before))
  await guest.sendMessage("Bonjou!")
  await expect(link).toHaveText(linkText(before + 1))
  await expect(page).toHaveTitle(new RegExp(`^\\(${before + 1}\\) `))
  await link.click()
  await thread(page, guest.name).click()
  const log = pane(page).getByRole("log")
  await expect(log.getByText("Bonjou!")).toBeVisible()
  await guest.sendMessage("Are you there?")
  await expect(log.getByText("Are you there?")).toBeVisible()
  await expect(thread(page, guest.name)).toContainText("Are you there?")
  await expect(thread(page, guest.name)).not.toContainText("New")
  await pane(page).getByRole("button", { name: "Respond" }).click()
  const dialog = page.getByRole("dialog", { name: `Respond to ${guest.name}` })
  await dialog.getByLabel("Your reply").fill("Yes, we are.")
  await guest.sendMessage("Hello?")
  await expect(dialog.getByRole("log").getByText("Hello?")).toBeVisible()
  await dialog.getByRole("button", { name: "Send Response" }).click()
  await expectToast(page, "Response Sent", "It is now in the conversation.")
  await expect(log.getByText("Not seen yet")).toBeVisible()
  await guest.markSeen(4)
  await expect(log.getByText("Seen", { exact: true })).toBeVisible()
  await expect(link).toHaveText(linkText(before))
})

test("spec §9: without a WebSocket the chat polls every ten seconds", async ({ page, baseURL, user }) => {
  const guest = await newGuest(baseURL, user.marker)
  await guest.sendMessage("First")
  await page.routeWebSocket(/\/ws$/, (socket) => socket.close())
  await page.clock.install()
  await page.goto(`/admin/chat?q=${user.marker}`)
  await expect(page.getByText("Reconnecting", { exact: true })).toBeVisible()
  await thread(page, guest.name).click()
  const log = pane(page).getByRole("log")
  await expect(log.getByText("First")).toBeVisible()
  await guest.sendMessage("Second")
  await page.clock.runFor(10_500)
  await expect(thread(page, guest.name)).toContainText("Second")
  await expect(log.getByText("Second")).toBeVisible()
})

test("a restored connection loads the missed messages", async ({ page, baseURL, user, context }) => {
  const guest = await openNewThread(page, baseURL, user.marker, ["First"])
  await thread(page, guest.name).click()
  await expect(page.getByText("Live", { exact: true })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText("Reconnecting", { exact: true })).toBeVisible()
  await guest.sendMessage("Meanwhile")
  await context.setOffline(false)
  await expect(page.getByText("Live", { exact: true })).toBeVisible()
  await expect(pane(page).getByRole("log").getByText("Meanwhile")).toBeVisible()
})

test("messages that another administrator reads become read, and a deleted conversation closes", async ({
  page,
  baseURL,
  user,
  sql,
}) => {
  const guest = await openNewThread(page, baseURL, user.marker, ["One", "Two"])
  await expect(thread(page, guest.name)).toContainText("New 2")
  const id = (await thread(page, guest.name).getAttribute("data-record")) ?? ""
  const headers = { origin: baseURL ?? "" }
  await page.request.post(`/api/admin/chat/threads/${id}/reading`, { data: { sequence: 1 }, headers })
  await expect(thread(page, guest.name)).toContainText("New 1")
  await thread(page, guest.name).click()
  await expect(pane(page).getByRole("log").getByText("Two")).toBeVisible()
  // Just before the request arrives, since any earlier reading would close the conversation, too.
  await page.route(`**/api/admin/chat/threads/${id}`, async (route) => {
    if (route.request().method() === "PATCH") await sql`delete from chat_threads where id = ${id}`
    await route.continue()
  })
  await pane(page).getByRole("button", { name: "Mark as done" }).click()
  await expect(toast(page)).toContainText("That did not work")
  await expect(pane(page)).toBeHidden()
  await expect(thread(page, guest.name)).toBeHidden()
})

test("the actions of a conversation do not move aside when the names to assign it to arrive", async ({
  page,
  baseURL,
  user,
}) => {
  const arrived = Promise.withResolvers<void>()
  await page.route("**/api/admin/chat/staff", async (route) => {
    await arrived.promise
    await route.continue()
  })
  const guest = await openNewThread(page, baseURL, user.marker)
  await thread(page, guest.name).click()
  const done = pane(page).getByRole("button", { name: "Mark as done" })
  await expect(pane(page).getByRole("log").getByText("Bonjou")).toBeVisible()
  const before = (await done.boundingBox())?.x
  arrived.resolve()
  await expect(pane(page).getByRole("option", { name: "here now" })).toBeAttached()
  expect((await done.boundingBox())?.x).toBe(before)
})

test("a conversation can be assigned and done, and reopens when its visitor writes", async ({
  page,
  baseURL,
  user,
}) => {
  const guest = await openNewThread(page, baseURL, user.marker)
  const row = thread(page, guest.name)
  await row.click()
  await page.route("**/api/admin/chat/threads/*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  )
  await pane(page).getByRole("button", { name: "Assign to me" }).click()
  await expectToast(page, "Connection Problem", "Please check your internet connection and try again.")
  await page.unroute("**/api/admin/chat/threads/*")
  await pane(page).getByRole("button", { name: "Assign to me" }).click()
  await expect(row).toContainText("Assigned to Guerda Louis")
  const select = pane(page).getByLabel("Assigned to")
  await expect(select.locator("option:checked")).toHaveText(/^Guerda Louis( \(here now\))?$/)
  await select.selectOption("Nobody")
  await expect(row).not.toContainText("Assigned to")
  await pane(page).getByRole("button", { name: "Mark as done" }).click()
  await expect(row).toContainText("Done")
  await expect(pane(page).getByRole("button", { name: "Reopen" })).toBeVisible()
  await guest.sendMessage("One more thing")
  await expect(row).not.toContainText("Done")
  await expect(pane(page).getByRole("button", { name: "Mark as done" })).toBeVisible()
})

test("a blocked visitor cannot write until unblocked, and the confirmation explains the block", async ({
  page,
  baseURL,
  user,
  sql,
}) => {
  const guest = await openNewThread(page, baseURL, user.marker)
  await thread(page, guest.name).click()
  await pane(page).getByRole("button", { name: "Block" }).click()
  const confirmation = page.getByRole("dialog", { name: `Block ${guest.name}?` })
  await expect(confirmation).toContainText("can no longer write in the chat")
  await expect(confirmation).toContainText("same email address")
  await expect(confirmation).toContainText("same network address")
  expect(await axe(page)).toEqual([])
  await confirmation.getByRole("button", { name: "Cancel" }).click()
  await guest.sendMessage("Still here")
  await pane(page).getByRole("button", { name: "Block" }).click()
  await confirmation.getByRole("button", { name: "Block" }).click()
  try {
    await expect(thread(page, guest.name)).toContainText("Blocked")
    await guest.sendMessage("Let me in", 403)
    await (await newGuest(baseURL, user.marker)).sendMessage("It is me", 403)
    await pane(page).getByRole("button", { name: "Unblock" }).click()
    await page
      .getByRole("dialog", { name: `Unblock ${guest.name}?` })
      .getByRole("button", { name: "Unblock" })
      .click()
    await expect(thread(page, guest.name)).not.toContainText("Blocked")
    await guest.sendMessage("Thank you")
  } finally {
    // A blocked network address would also block the guests of the next tests.
    await sql`update chat_threads set blocked_at = null`
  }
})

test("by keyboard, J, Enter and R answer a conversation, and X and E finish several", async ({
  page,
  baseURL,
  user,
}) => {
  const { marker } = user
  const [older, newer] = [await newGuest(baseURL, `${marker}-a`), await newGuest(baseURL, `${marker}-b`)]
  for (const guest of [older, newer]) await guest.sendMessage("Bonjou")
  await page.goto(`/admin/chat?q=${marker}`)
  await expect(thread(page, newer.name)).toBeVisible()
  await page.keyboard.press("j")
  await expect(thread(page, newer.name)).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(pane(page).getByRole("heading", { name: newer.name })).toBeVisible()
  await page.keyboard.press("j")
  await expect(thread(page, older.name)).toBeFocused()
  await page.keyboard.press("k")
  await page.keyboard.press("r")
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type("Bonjou, sa k ap fèt?")
  await page.keyboard.press("Enter")
  await expectToast(page, "Response Sent", "It is now in the conversation.")
  await page.keyboard.press("Escape")
  await expect(thread(page, newer.name)).toBeFocused()
  await page.keyboard.press("e")
  await expectToast(page, "Updated Successfully", "Conversations done: 1")
  await expect(thread(page, newer.name)).toContainText("Done")
  await page.keyboard.press("Escape")
  await expect(pane(page)).toBeHidden()
  for (const key of ["k", "x", "j", "x", "e"]) await page.keyboard.press(key)
  await expect(toast(page)).toContainText("Conversations done: 2")
  await expect(thread(page, older.name)).toContainText("Done")
})

test("the chat tab, its pane and its dialogs have no axe violation and fit a phone", async ({
  page,
  baseURL,
  user,
}) => {
  test.slow()
  const guest = await newGuest(baseURL, user.marker, "ht")
  await guest.sendMessage("Bonjou! ".repeat(40))
  await page.goto(`/admin/chat?q=${user.marker}`)
  await thread(page, guest.name).click()
  await expect(pane(page).getByRole("log").getByText("Bonjou!")).toBeVisible()
  expect(await axe(page)).toEqual([])
  await pane(page).getByRole("button", { name: "Respond" }).click()
  await expect(page.getByRole("dialog").getByLabel("Your reply")).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Escape")
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/chat?q=${user.marker}`)
  await thread(page, guest.name).click()
  await expect(pane(page).getByRole("heading", { name: guest.name })).toBeInViewport()
  await expect(composer(page)).toBeInViewport()
  await expect(pane(page).getByRole("button", { name: "Respond" })).toBeInViewport()
  expect(await axe(page)).toEqual([])
  await pane(page)
    .getByRole("button", { name: /Bonjou/ })
    .click()
  expect(await axe(page)).toEqual([])
  await page.getByRole("dialog").getByRole("button", { name: "Respond" }).click()
  await expect(page.getByRole("dialog").getByRole("button", { name: "Send Response" })).toBeInViewport()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Escape")
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await page.getByRole("button", { name: "Back to the list" }).click()
  await expect(pane(page)).toBeHidden()
})
