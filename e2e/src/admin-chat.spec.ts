import { expect } from "@playwright/test"
import { composer, openFilters, openNewThread, pane, signInAsAdmin, thread } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { newGuest } from "./guests.ts"
import { expectToast } from "./toast.ts"

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

test("spec §2: the search finds a conversation by name, email or message", async ({ page, baseURL, user }) => {
  const guest = await newGuest(baseURL, user.marker, "ht")
  await guest.sendMessage("Bonjou! Èske gen klas?")
  await guest.sendMessage("Mwen rete Okap.")
  await page.goto("/admin/chat")
  const list = page.getByRole("list", { name: "Chat Messages" })
  await expect(list).toBeVisible()
  for (const text of [guest.name.toUpperCase(), guest.email.toUpperCase(), `KLAS ${user.marker}`]) {
    await page.getByRole("searchbox").fill(text)
    await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(text).replaceAll("%20", "\\+")}`))
    await expect(list.getByRole("listitem")).toHaveCount(1)
    await expect(thread(page, guest.name)).toContainText("Mwen rete Okap.")
  }
  await expect(list.getByText("New", { exact: true })).toBeVisible()
  await thread(page, guest.name).click()
  const log = pane(page).getByRole("log", { name: `Conversation with ${guest.name}` })
  await expect(log.getByText("New", { exact: true })).toHaveCount(1)
  await expect(log.getByText("Bonjou! Èske gen klas?")).toHaveAttribute("lang", "ht")
  await expect(pane(page).getByRole("link", { name: guest.email })).toHaveAttribute("href", `mailto:${guest.email}`)
  await expect(pane(page)).toContainText("Kreyòl ayisyen")
})

test("spec §7: opening a conversation marks its messages as read, and only the row of an unread one is marked", async ({
  page,
  baseURL,
  user,
}) => {
  const [one, several] = [await newGuest(baseURL, `${user.marker}-a`), await newGuest(baseURL, `${user.marker}-b`)]
  await one.sendMessage("Alone")
  for (const message of ["One", "Two"]) await several.sendMessage(message)
  await page.goto(`/admin/chat?q=${user.marker}`)
  for (const { name } of [one, several]) {
    await expect(thread(page, name).getByText("New", { exact: true })).toHaveCount(1)
    const item = thread(page, name).locator("..")
    await expect(item).toHaveCSS("background-color", "rgb(255, 246, 224)")
    await expect(item.locator("strong")).toHaveCSS("font-weight", "700")
  }
  const single = page.waitForRequest((request) => request.method() === "PATCH" && request.url().endsWith("/read"))
  await thread(page, one.name).click()
  expect((await single).postData()).toBeNull()
  await expect(thread(page, one.name).getByText("New", { exact: true })).toHaveCount(0)
  const reading = page.waitForRequest("**/reading")
  await thread(page, several.name).click()
  expect((await reading).postDataJSON()).toEqual({ sequence: 2 })
  await expect(thread(page, several.name).getByText("New", { exact: true })).toHaveCount(0)
  // The line "New" stays while the conversation is open.
  await expect(pane(page).getByRole("log").getByText("New", { exact: true })).toHaveCount(1)
  await several.sendMessage("Three")
  await expect(pane(page).getByText("Three")).toBeVisible()
  await expect(thread(page, several.name).getByText("New", { exact: true })).toHaveCount(0)
})

test("spec §4, §8: a conversation that could not be marked as read says so and is marked by hand", async ({
  page,
  baseURL,
  user,
}) => {
  const guest = await openNewThread(page, baseURL, user.marker, ["One", "Two", "Three"])
  await page.route("**/reading", (route) => route.abort())
  await thread(page, guest.name).click()
  await expectToast(page, "Failed to Mark as Read", "There was an error updating the message status.")
  const unread = pane(page).getByRole("log").getByRole("button", { name: "Mark as read" })
  await expect(unread).toHaveCount(3)
  const read = unread.first()
  await page.route("**/api/admin/chat/*/read", (route) => route.abort())
  // The toast of the first failure is still there and says the same.
  const failed = page.waitForEvent("requestfailed")
  await read.click()
  await failed
  await expectToast(page, "Failed to Mark as Read", "There was an error updating the message status.")
  await page.unroute("**/api/admin/chat/*/read")
  await read.click()
  await expectToast(page, "Message Marked as Read", "Messages read: 1")
  await expect(unread).toHaveCount(2)
  const all = pane(page).getByRole("button", { name: "Mark all as read" })
  await all.click()
  await expectToast(page, "Failed to Mark as Read", "There was an error updating the message status.")
  await page.unroute("**/reading")
  const request = page.waitForRequest("**/reading")
  await all.click()
  expect((await request).postDataJSON()).toEqual({ sequence: 3 })
  await expectToast(page, "Message Marked as Read", "Messages read: 2")
  await expect(unread).toHaveCount(0)
  await expect(all).toBeHidden()
  await expect(thread(page, guest.name).getByText("New", { exact: true })).toBeHidden()
})

test("spec §2: a message of the overview opens its conversation and its detail, to be read and answered there", async ({
  page,
  baseURL,
  user,
}) => {
  const guest = await newGuest(baseURL, user.marker)
  await guest.sendMessage("When does it open?")
  await page.route("**/api/admin/chat/*/read", (route) => route.abort())
  await page.goto("/admin")
  await page.getByRole("tab", { name: "Chat Messages" }).click()
  await page.getByRole("tabpanel").getByRole("link", { name: guest.name }).click()
  await pane(page)
    .getByRole("button", { name: /When does it open/ })
    .click()
  const detail = page.getByRole("dialog", { name: "Chat message detail" })
  for (const text of [guest.name, "Visitor", guest.email, "Unread", "When does it open?"])
    await expect(detail).toContainText(text)
  await page.unroute("**/api/admin/chat/*/read")
  await detail.getByRole("button", { name: "Mark as read" }).click()
  await expect(detail).toContainText("Read on")
  await expect(detail.getByRole("button", { name: "Mark as read" })).toBeHidden()
  await detail.getByRole("button", { name: "Respond" }).click()
  await expect(page.getByRole("dialog", { name: `Respond to ${guest.name}` }).getByLabel("Your reply")).toBeFocused()
})

test("spec §5, §8: a reply is checked for its length, stored once despite failures, and marks the conversation as read", async ({
  page,
  baseURL,
  user,
}) => {
  const guest = await openNewThread(page, baseURL, user.marker)
  await thread(page, guest.name).click()
  await pane(page).getByRole("button", { name: "Respond" }).click()
  const dialog = page.getByRole("dialog", { name: `Respond to ${guest.name}` })
  const [send, field] = [dialog.getByRole("button", { name: "Send Response" }), dialog.getByLabel("Your reply")]
  await expect(dialog.getByRole("log").getByText("Bonjou")).toBeVisible()
  await send.click()
  await expect(dialog.getByText("Please write a reply")).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill("x".repeat(1799))
  await expect(dialog.getByText("Please write a reply")).toBeHidden()
  await expect(dialog.getByText(/characters/)).toBeHidden()
  await field.fill("x".repeat(1990))
  await expect(dialog.getByText("10 characters left")).toBeVisible()
  await field.fill("x".repeat(2001))
  await expect(dialog.getByText("1 characters too many")).toBeVisible()
  await send.click()
  await expectToast(page, "Message Too Long", "Please keep your response under 2000 characters.")
  await field.fill("Nou la!")
  const ids: string[] = []
  const call = "**/api/admin/chat/respond"
  const recordId = (body: { readonly id: string }) => void ids.push(body.id)
  // The server stores the reply, but its response is lost.
  await page.route(call, async (route) => {
    recordId(route.request().postDataJSON())
    await route.fetch()
    await route.abort()
  })
  await send.click()
  await expectToast(page, "Failed to Send Response", "There was an error sending your response.")
  await page.unroute(call)
  const refusal = { code: "server.busy", message: "The server's own words." }
  await page.route(call, (route) => route.fulfill({ status: 503, json: refusal }))
  await send.click()
  await expectToast(page, "Failed to Send Response", "The server's own words.")
  await page.unroute(call)
  await page.reload()
  await expect(pane(page).getByRole("heading", { name: guest.name })).toBeVisible()
  await pane(page).getByRole("button", { name: "Respond" }).click()
  await expect(field).toHaveValue("Nou la!")
  page.on("request", (request) => void (request.url().endsWith("/respond") && recordId(request.postDataJSON())))
  await field.press("Control+Enter")
  await expectToast(page, "Response Sent", "It is now in the conversation.")
  await expect(dialog).toBeHidden()
  expect(new Set(ids).size).toBe(1)
  await expect(pane(page).getByText("Nou la!")).toHaveCount(1)
  await expect(pane(page).getByText("New", { exact: true })).toHaveCount(0)
  await expect(thread(page, guest.name)).toContainText("Admin: Nou la!")
  await expect(composer(page)).toHaveValue("")
})

test("the reply field under a conversation sends by Enter, breaks a line by Shift+Enter and shares its draft with the dialog", async ({
  page,
  baseURL,
  user,
}) => {
  const guest = await openNewThread(page, baseURL, user.marker)
  await expect(thread(page, guest.name)).toBeVisible()
  await page.keyboard.press("j")
  await page.keyboard.press("r")
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(pane(page).getByText("Please write a reply")).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.keyboard.type("Bonjou!")
  await page.keyboard.press("Shift+Enter")
  await page.keyboard.type("Nou la.")
  await expect(composer(page)).toHaveValue("Bonjou!\nNou la.")
  await pane(page).getByRole("button", { name: "Respond" }).click()
  const dialog = page.getByRole("dialog", { name: `Respond to ${guest.name}` })
  await dialog.getByLabel("Your reply").press("Control+End")
  await page.keyboard.type(" Wi.")
  await page.keyboard.press("Escape")
  await expect(composer(page)).toHaveValue("Bonjou!\nNou la. Wi.")
  await composer(page).press("Enter")
  await expectToast(page, "Response Sent", "It is now in the conversation.")
  await expect(composer(page)).toHaveValue("")
  await expect(composer(page)).toBeFocused()
  await expect(pane(page).getByRole("log").getByText("Nou la. Wi.")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(thread(page, guest.name)).toBeFocused()
})

test("spec §2: the list scrolls in an area of its own, beside the conversation in the pane's height, above it in 24 rem", async ({
  page,
  sql,
  user,
}) => {
  for (let index = 0; index < 20; index++) {
    const [id, name] = [crypto.randomUUID(), `Row ${index} ${user.marker}`]
    await sql`insert into chat_threads (id, name, last_sequence) values (${id}, ${name}, 1)`
    await sql`insert into chat_messages (id, thread_id, sequence, name, message) values (uuidv7(), ${id}, 1, ${name}, 'Hello')`
  }
  const list = page.locator(".admin-rows")
  const box = async () => (await list.boundingBox()) ?? { y: 0, height: 0 }
  const scrolls = () => list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
  for (const [width, height] of [
    [1440, 900],
    [900, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/admin/chat?q=${user.marker}`)
    await expect(thread(page, `Row 19 ${user.marker}`)).toBeVisible()
    const { y, height: listHeight } = await box()
    // On a phone the bar of the navigation is below the list.
    expect(listHeight).toBe(width === 900 ? 24 * 16 : height - y - (width === 390 ? 60 : 0))
    expect(await scrolls()).toBe(true)
    await thread(page, `Row 12 ${user.marker}`).click()
    await expect(pane(page)).toBeVisible()
    expect(await box()).toMatchObject({ y, height: listHeight })
    if (width === 900) expect((await pane(page).boundingBox())?.y).toBe(y + listHeight)
  }
})

test("a long conversation shows its end, loads earlier messages on request, and fetches only newer ones", async ({
  page,
  sql,
  user,
}) => {
  const [id, name] = [crypto.randomUUID(), `Long ${user.marker}`]
  const insertMessages = (from: number, to: number) => sql`
    insert into chat_messages (id, thread_id, sequence, name, message, is_read, read_at)
    select uuidv7(), ${id}, n, ${name}, 'Message ' || n, true, now() from generate_series(${from}::int, ${to}::int) n`
  const setLastSequence = (last: number) => sql`update chat_threads set last_sequence = ${last} where id = ${id}`
  await sql`insert into chat_threads (id, name, last_sequence) values (${id}, ${name}, 130)`
  await insertMessages(1, 130)
  await page.goto(`/admin/chat?open=${id}`)
  const log = pane(page).getByRole("log")
  await expect(log.getByRole("button", { name: /Message/ })).toHaveCount(100)
  await expect(log.getByText("Message 130", { exact: true })).toBeInViewport()
  await log.getByRole("button", { name: "Show earlier messages" }).click()
  await expect(log.getByRole("button", { name: /Message/ })).toHaveCount(130)
  await expect(log.getByRole("button", { name: "Show earlier messages" })).toBeHidden()
  await insertMessages(131, 350)
  await setLastSequence(350)
  const queries: string[] = []
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith("/messages")) queries.push(String(searchParams))
  })
  await page.getByRole("button", { name: "Mark as done" }).click()
  await expect(log.getByRole("button", { name: /Message/ })).toHaveCount(350)
  expect([...new Set(queries)].slice(0, 3)).toEqual(["after=130", "after=230", "after=330"])
})

test("the URL stores the filters done, unread, mine, reported and blocked, and the order", async ({
  page,
  sql,
  user,
}) => {
  const { marker } = user
  const rows = ["Plain", "Done", "Reported", "Blocked", "Mine", "Unread"]
  for (const [index, kind] of rows.entries()) {
    const id = crypto.randomUUID()
    await sql`insert into chat_threads
      (id, name, last_sequence, last_message_at, state, report_reason, reported_at, blocked_at, assigned_to)
      select ${id}, ${`${kind} ${marker}`}, 1, now() + ${index} * interval '1 second', ${kind === "Done" ? "done" : "open"},
        ${kind === "Reported" ? "Rude" : null}, ${kind === "Reported" ? new Date() : null},
        ${kind === "Blocked" ? new Date() : null}, case when ${kind === "Mine"} then users.id end
      from users where username = 'guerda'`
    await sql`insert into chat_messages (id, thread_id, sequence, name, message, is_read, read_at)
      values (uuidv7(), ${id}, 1, ${`${kind} ${marker}`}, 'Hello', ${kind !== "Unread"}, ${kind === "Unread" ? null : new Date()})`
  }
  await page.goto(`/admin/chat?q=${marker}`)
  await openFilters(page)
  const names = page.getByRole("list", { name: "Chat Messages" }).locator("strong")
  const expectRows = (...kinds: string[]) => expect(names).toHaveText(kinds.map((kind) => `${kind} ${marker}`))
  await expectRows(...rows.toReversed())
  for (const kind of ["Unread", "Mine", "Reported", "Blocked"]) {
    const button = page.getByRole("button", { name: kind, exact: true })
    await button.click()
    await expect(page).toHaveURL(new RegExp(`is${kind}=true`))
    await expect(button).toHaveAttribute("aria-pressed", "true")
    await expectRows(kind)
    await button.click()
  }
  await page.getByLabel("State").selectOption("Done")
  await expect(page).toHaveURL(/state=done/)
  await expectRows("Done")
  await page.goto(`/admin/chat?q=${marker}&sort=oldest`)
  await expectRows(...rows)
  for (const [kind, chip] of [
    ["Done", "Done"],
    ["Reported", "Reported"],
    ["Blocked", "Blocked"],
    ["Mine", "Assigned to Guerda Louis"],
  ] as const)
    await expect(thread(page, `${kind} ${marker}`).getByText(chip, { exact: true })).toBeVisible()
})
