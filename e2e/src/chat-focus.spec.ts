import { expect, type Locator, type Page } from "@playwright/test"
import { field, messages, openAdminChat, opener, panel, sendMessage, storedMessages } from "./chats.ts"
import { test } from "./fixtures.ts"

// What is unread is counted for the office: the next journey begins without it.
test.afterEach(({ sql }) => sql`delete from chat_threads`)

const button = (page: Page, name: string | RegExp) => panel(page).getByRole("button", { name, exact: true })
const log = (page: Page) => panel(page).getByRole("log")
const report = (page: Page) => button(page, "Report a problem with this conversation")

/** Steps to what is wanted, forwards or back, as a reader without a pointer does. */
async function walkTo(page: Page, wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let at = 0; at < 30; at++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${wanted}`)
}

/** Steps to a button, and presses it. */
async function press(page: Page, wanted: Locator, key?: "Tab" | "Shift+Tab"): Promise<void> {
  await walkTo(page, wanted, key)
  await page.keyboard.press("Enter")
}

async function openByKey(page: Page): Promise<void> {
  await opener(page).focus()
  await page.keyboard.press("Enter")
  await expect(field(page, "Message")).toBeFocused()
  await expect(panel(page).getByText("Loading messages...")).toHaveCount(0)
}

test("by the keyboard alone: who sends goes on writing, who reads stays at the messages, who closes is at the round button", async ({
  page,
  browser,
  baseURL,
  user,
  sql,
}) => {
  const name = `Ada ${user.marker}`
  await page.goto("/about")
  await openByKey(page)
  await walkTo(page, field(page, "Name"), "Shift+Tab")
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
    select gen_random_uuid(), longer.id, number, 'guest', ${name}, 'message ' || number
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

  const lists = "**/api/chat?*"
  await page.route(lists, (route) => route.fulfill({ status: 500, body: "" }))
  await admin.reply(name, "Toujou")
  await expect(panel(page).getByText("Not up to date.")).toBeVisible()
  await page.unroute(lists)
  await press(page, button(page, "Retry"))
  await expect(panel(page).getByText("Not up to date.")).toHaveCount(0)
  await expect(messages(page)).toHaveCount(152)
  await expect(log(page)).toBeFocused()
  await admin.close()
})

test("by the keyboard alone: the report asks, says what is wrong, thanks, and leads back to the messages", async ({
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
  await press(page, report(page), "Shift+Tab")
  await expect(reason).toBeFocused()
  await press(page, button(page, "Cancel"))
  await expect(reason).toHaveCount(0)
  await expect(log(page)).toBeFocused()

  await press(page, report(page), "Shift+Tab")
  // As often as it is empty.
  for (let times = 0; times < 2; times++) {
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

test("by the keyboard alone: what was refused is sent again or deleted, and its notice dismissed, at the messages", async ({
  page,
  user,
}) => {
  await page.goto("/about")
  await page.route("**/api/chat", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 413, body: "" }) : route.continue(),
  )
  await openByKey(page)
  await walkTo(page, field(page, "Name"), "Shift+Tab")
  await page.keyboard.type(`Ada ${user.marker}`)
  await walkTo(page, field(page, "Message"))
  await page.keyboard.type("Too much")
  await page.keyboard.press("Control+Enter")
  const notice = panel(page).getByRole("alert")
  const refused = messages(page).filter({ hasText: "Not sent:" })
  await expect(refused).toHaveCount(1)
  await expect(field(page, "Message")).toBeFocused()
  await press(page, notice.getByRole("button", { name: "Close" }), "Shift+Tab")
  await expect(notice).toHaveCount(0)
  await expect(log(page)).toBeFocused()

  const again = page.waitForResponse((answer) => answer.status() === 413)
  await press(page, refused.getByRole("button", { name: "Retry" }))
  await again
  await expect(notice).toBeVisible()
  await expect(refused).toHaveCount(1)
  await expect(log(page)).toBeFocused()
  await press(page, refused.getByRole("button", { name: "Delete" }))
  await expect(messages(page)).toHaveCount(0)
  await expect(log(page)).toBeFocused()
  await press(page, button(page, "Close the chat"), "Shift+Tab")
  await expect(opener(page)).toBeFocused()
})

test("what goes away by itself under the focus leaves its reader in the panel, at the messages", async ({
  page,
  user,
  sql,
}) => {
  const name = `Ada ${user.marker}`
  await page.goto("/about")
  await openByKey(page)
  await page.route("**/api/chat", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()))
  await sendMessage(page, "Bonjou", name)
  await walkTo(page, panel(page).getByRole("alert").getByRole("button", { name: "Close" }), "Shift+Tab")
  await page.unrouteAll({ behavior: "wait" })
  await expect.poll(() => storedMessages(sql, name)).toEqual(["Bonjou"])
  await expect(panel(page).getByRole("alert")).toHaveCount(0)
  await expect(log(page)).toBeFocused()
})
