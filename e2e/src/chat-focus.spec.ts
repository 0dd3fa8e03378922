import { expect, type Locator, type Page } from "@playwright/test"
import { field, messages, openAdminChat, opener, panel, sendMessage, storedMessages } from "./chats.ts"
import { test } from "./fixtures.ts"

// The admin area counts unread messages of all tests, so each test removes its own.
test.afterEach(({ sql }) => sql`delete from chat_threads`)

const button = (page: Page, name: string | RegExp) => panel(page).getByRole("button", { name, exact: true })
const log = (page: Page) => panel(page).getByRole("log")
const reportButton = (page: Page) => button(page, "Report a problem with this conversation")

/** Presses Tab or Shift+Tab until the target has the focus. */
async function moveFocusTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let step = 0; step < 30; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${target}`)
}

/** Moves the focus to a button by keyboard and presses Enter. */
async function press(page: Page, target: Locator, key?: "Tab" | "Shift+Tab"): Promise<void> {
  await moveFocusTo(page, target, key)
  await page.keyboard.press("Enter")
}

async function openByKey(page: Page): Promise<void> {
  await opener(page).focus()
  await page.keyboard.press("Enter")
  await expect(field(page, "Message")).toBeFocused()
  await expect(panel(page).getByText("Loading messages...")).toHaveCount(0)
}

test("by keyboard, sending focuses the field, reading the messages, and closing the chat button", async ({
  page,
  browser,
  baseURL,
  user,
  sql,
}) => {
  const name = `Ada ${user.marker}`
  await page.goto("/about")
  await openByKey(page)
  await moveFocusTo(page, field(page, "Name"), "Shift+Tab")
  await page.keyboard.type(name)
  await press(page, button(page, "Send message"))
  await expect(panel(page).getByText("Message is required")).toBeVisible()
  await expect(field(page, "Message")).toBeFocused()
  await page.keyboard.type("message 1")
  await press(page, button(page, "Send message"))
  await expect.poll(() => storedMessages(sql, name)).toHaveLength(1)
  await expect(field(page, "Message")).toBeFocused()
  await expect(field(page, "Message")).toHaveValue("")
  await press(page, button(page, "Close the chat"), "Shift+Tab")
  await expect(opener(page)).toBeFocused()

  await sql`
    with longer as (update chat_threads set last_sequence = 150 where name = ${name} returning id)
    insert into chat_messages (id, thread_id, sequence, sender_type, name, message)
    select uuidv7(), longer.id, number, 'guest', ${name}, 'message ' || number
    from longer, generate_series(2, 150) number`
  await page.goto("/about")
  await openByKey(page)
  await expect(messages(page)).toHaveCount(100)
  await press(page, button(page, "Show earlier messages"), "Shift+Tab")
  await expect(messages(page)).toHaveCount(150)
  await expect(button(page, "Show earlier messages")).toHaveCount(0)
  await expect(log(page)).toBeFocused()

  const admin = await openAdminChat(browser, baseURL, sql)
  await admin.reply(name, "Nou la")
  await press(page, button(page, "New messages"))
  await expect(messages(page).last()).toBeInViewport()
  await expect(button(page, "New messages")).toHaveCount(0)
  await expect(log(page)).toBeFocused()

  const listEndpoint = "**/api/chat?*"
  await page.route(listEndpoint, (route) => route.fulfill({ status: 500, body: "" }))
  await admin.reply(name, "Toujou")
  await expect(panel(page).getByText("Not up to date.")).toBeVisible()
  await page.unroute(listEndpoint)
  await press(page, button(page, "Retry"))
  await expect(panel(page).getByText("Not up to date.")).toHaveCount(0)
  await expect(messages(page)).toHaveCount(152)
  await expect(log(page)).toBeFocused()
  await admin.close()
})

test("by keyboard, a report is validated, retried and sent, and returns the focus to the messages", async ({
  page,
  user,
  sql,
}) => {
  const name = `Ada ${user.marker}`
  const reason = panel(page).getByLabel("What is wrong?")
  const send = button(page, "Send")
  await page.goto("/about")
  await openByKey(page)
  await sendMessage(page, "Bonjou", name)
  await expect.poll(() => storedMessages(sql, name)).toHaveLength(1)
  await press(page, reportButton(page), "Shift+Tab")
  await expect(reason).toBeFocused()
  await press(page, button(page, "Cancel"))
  await expect(reason).toHaveCount(0)
  await expect(log(page)).toBeFocused()

  await press(page, reportButton(page), "Shift+Tab")
  // The error appears each time the field is empty.
  for (let attempt = 0; attempt < 2; attempt++) {
    await press(page, send)
    await expect(panel(page).getByText("Please say what is wrong")).toBeVisible()
    await expect(reason).toBeFocused()
  }
  await page.route("**/api/chat/report", (route) => route.abort(), { times: 1 })
  await page.keyboard.type("Nobody may ask me that.")
  await press(page, send)
  await expect(reason).toHaveAccessibleDescription(/could not be sent/)
  await expect(reason).toBeFocused()
  await press(page, send)
  await expect(panel(page).getByText("Thank you. A person will look at it.")).toBeVisible()
  await expect(button(page, "Close")).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(field(page, "Message")).toBeVisible()
  await expect(log(page)).toBeFocused()
})

test("by keyboard, a refused message can be retried or deleted, and the focus stays at the messages", async ({
  page,
  user,
}) => {
  await page.goto("/about")
  await page.route("**/api/chat", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 413, body: "" }) : route.continue(),
  )
  await openByKey(page)
  await moveFocusTo(page, field(page, "Name"), "Shift+Tab")
  await page.keyboard.type(`Ada ${user.marker}`)
  await moveFocusTo(page, field(page, "Message"))
  await page.keyboard.type("Too much")
  await page.keyboard.press("Control+Enter")
  const notice = panel(page).getByRole("alert")
  const refusedMessage = messages(page).filter({ hasText: "Not sent:" })
  await expect(refusedMessage).toHaveCount(1)
  await expect(field(page, "Message")).toBeFocused()
  await press(page, notice.getByRole("button", { name: "Close" }), "Shift+Tab")
  await expect(notice).toHaveCount(0)
  await expect(log(page)).toBeFocused()

  const response = page.waitForResponse((candidate) => candidate.status() === 413)
  await press(page, refusedMessage.getByRole("button", { name: "Retry" }))
  await response
  await expect(notice).toBeVisible()
  await expect(refusedMessage).toHaveCount(1)
  await expect(log(page)).toBeFocused()
  await press(page, refusedMessage.getByRole("button", { name: "Delete" }))
  await expect(messages(page)).toHaveCount(0)
  await expect(log(page)).toBeFocused()
  await press(page, button(page, "Close the chat"), "Shift+Tab")
  await expect(opener(page)).toBeFocused()
})

test("a focused notice that disappears passes the focus to the messages", async ({ page, user, sql }) => {
  const name = `Ada ${user.marker}`
  await page.goto("/about")
  await openByKey(page)
  await page.route("**/api/chat", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()))
  await sendMessage(page, "Bonjou", name)
  await moveFocusTo(page, panel(page).getByRole("alert").getByRole("button", { name: "Close" }), "Shift+Tab")
  await page.unrouteAll({ behavior: "wait" })
  await expect.poll(() => storedMessages(sql, name)).toEqual(["Bonjou"])
  await expect(panel(page).getByRole("alert")).toHaveCount(0)
  await expect(log(page)).toBeFocused()
})
