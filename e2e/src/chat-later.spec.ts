import { expect, type Page } from "@playwright/test"
import { field, linkQuestion, messages, openAdminChat, openChat, panel, sendMessage, storedMessages } from "./chats.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"

// The admin area counts unread messages of all tests, so each test removes its own.
test.afterEach(({ sql }) => sql`delete from chat_threads`)

test("an unseen reply is sent by email, and its link opens the conversation in another browser", async ({
  page,
  browser,
  baseURL,
  user,
  sql,
  emails,
}) => {
  const name = `Ada ${user.marker}`
  await page.goto("/about")
  await openChat(page)
  await field(page, "Email").fill(user.email)
  await sendMessage(page, "When does the class begin?", name)
  await expect.poll(() => storedMessages(sql, name)).toHaveLength(1)
  await page.goto("about:blank")
  const admin = await openAdminChat(browser, baseURL, sql)
  await admin.reply(name, "On Monday, at nine.")
  await admin.close()
  // Makes the email due, as after five minutes.
  await sql`update outbox set due_at = now() where kind = 'chat.unread'`
  await sql`select pg_notify('outbox', '')`
  const unreadEmails = () => emails().filter(({ to }) => to.includes(user.email))
  await expect.poll(() => unreadEmails().length).toBe(1)
  const [{ text } = { text: "" }] = unreadEmails()
  expect(text).toContain("On Monday, at nine.")
  const [, path = ""] = /http:\/\/[^/\s]+(\/?\S*#chat=\S+)/.exec(text) ?? []

  const otherContext = await browser.newContext(baseURL ? { baseURL } : {})
  const otherPage = await otherContext.newPage()
  const openConversation = (to: Page) => linkQuestion(to).getByRole("button", { name: "Open the conversation" }).click()
  await otherPage.goto(path)
  await openConversation(otherPage)
  await expect(messages(otherPage)).toContainText(["When does the class begin?", "On Monday, at nine."])
  expect(new URL(otherPage.url()).hash).toBe("")
  await sendMessage(otherPage, "Thank you!", name)
  await expect(messages(otherPage).last()).toContainText("Thank you!")
  await expect.poll(async () => (await sql`select from chat_threads where name = ${name}`).length).toBe(1)
  await otherContext.close()

  // An altered link opens no conversation and shows why.
  const thirdContext = await browser.newContext(baseURL ? { baseURL } : {})
  const thirdPage = await thirdContext.newPage()
  await thirdPage.goto(`${path.slice(0, -2)}xx`)
  await openConversation(thirdPage)
  await expect(panel(thirdPage)).toContainText("This link has expired. Sign in, or start a new conversation.")
  await expect(messages(thirdPage)).toHaveCount(0)

  // A browser with another conversation cannot open it, so there is no question.
  await sendMessage(thirdPage, "Bonjou", name)
  await expect.poll(() => storedMessages(sql, name)).toContain("Bonjou")
  await thirdPage.goto(`/team${path.slice(path.indexOf("#"))}`)
  await expect(panel(thirdPage)).toContainText("You have another conversation in this browser.")
  await expect(linkQuestion(thirdPage)).toHaveCount(0)
  await thirdContext.close()
})

test("a long conversation shows its end, and loading earlier messages keeps the scroll position", async ({
  page,
  user,
  sql,
}) => {
  const name = `Ada ${user.marker}`
  await page.goto("/about")
  await openChat(page)
  await sendMessage(page, "message 1", name)
  await expect.poll(() => storedMessages(sql, name)).toHaveLength(1)
  await sql`
    with longer as (update chat_threads set last_sequence = 150 where name = ${name} returning id)
    insert into chat_messages (id, thread_id, sequence, sender_type, name, message)
    select uuidv7(), longer.id, number, 'guest', ${name}, 'message ' || number
    from longer, generate_series(2, 150) number`
  await page.reload()
  await expect(messages(page)).toHaveCount(100)
  await expect(messages(page).last()).toBeInViewport()
  const first = messages(page).filter({ hasText: /message 51$/ })
  await panel(page).getByRole("button", { name: "Show earlier messages" }).click()
  await expect(messages(page)).toHaveCount(150)
  await expect(first).toBeInViewport()
  await expect(panel(page).getByRole("button", { name: "Show earlier messages" })).toHaveCount(0)
})

test("a name typed for an account without one is remembered, but not shown to the next account", async ({
  page,
  baseURL,
  user,
  sql,
}) => {
  const signUp = async (account: { readonly email: string }) => {
    await register(page, account, baseURL)
    await sql`update users set first_name = null, last_name = null where email = ${account.email}`
  }
  const openPage = async (address: string) => {
    await page.goto(address)
    await expect(panel(page).getByText("Start a conversation!")).toBeVisible()
  }
  await signUp(user)
  await page.goto("/about")
  await openChat(page)
  await expect(field(page, "Email")).toHaveValue(user.email)
  await expect(field(page, "Name")).toHaveValue("")
  await field(page, "Name").fill("Widline")
  await openPage("/team")
  await expect(field(page, "Name")).toHaveValue("Widline")
  await openPage("/member-dashboard")
  await expect(field(page, "Name")).toHaveValue("Widline")
  await page.context().clearCookies()
  await openPage("/about")
  await expect(field(page, "Name")).toHaveValue("")
  const other = { email: `other-${user.email}` }
  await signUp(other)
  await openPage("/team")
  await expect(field(page, "Email")).toHaveValue(other.email)
  await expect(field(page, "Name")).toHaveValue("")
})
