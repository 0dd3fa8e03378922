import { expect } from "@playwright/test"
import { axe } from "./axe.ts"
import {
  field,
  linkQuestion,
  messages,
  openAdminChat,
  openChat,
  opener,
  panel,
  sendMessage,
  storedMessages,
} from "./chats.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"

const PHONE = { width: 390, height: 844 }
const TIME_PATTERN = /[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2}\s(AM|PM)/

// The admin area counts unread messages of all tests, so each test removes its own.
test.afterEach(({ sql }) => sql`delete from chat_threads`)

test("spec §2, §4, §5: a visitor opens the chat, writes, gets a reply without a reload, reports and closes", async ({
  page,
  browser,
  baseURL,
  sql,
  user,
}) => {
  const name = `Ada ${user.marker}`
  const sockets: string[] = []
  page.on("websocket", (socket) => {
    sockets.push(`open ${new URL(socket.url()).pathname}`)
    socket.on("close", () => sockets.push("closed"))
  })
  const release = Promise.withResolvers<void>()
  await page.route("**/api/chat", async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto("/about")
  await opener(page).click()
  await expect(panel(page).getByText("Loading messages...")).toBeVisible()
  release.resolve()
  await expect(panel(page).getByText("Start a conversation!")).toBeVisible()
  await expect(panel(page).getByText("We're here to help with any questions.")).toBeVisible()
  await expect(panel(page).getByRole("img", { name: "Connected", exact: true })).toBeVisible()
  await expect(panel(page).getByRole("button", { name: /^Report/ })).toHaveCount(0)
  const box = await panel(page).boundingBox()
  // After the opening animation the position is a fraction of a pixel off.
  const { width = 0, height = 0, x = 0 } = box ?? {}
  expect([width, height, x + width].map(Math.round)).toEqual([384, 500, 1424])
  await expect(opener(page)).toBeHidden()

  await panel(page).getByRole("button", { name: "Send message" }).click()
  await expect(panel(page).getByText("Name is required")).toBeVisible()
  await expect(panel(page).getByText("Message is required")).toBeVisible()
  await expect(field(page, "Name")).toBeFocused()
  await field(page, "Email").fill("ada")
  await field(page, "Name").fill(name)
  await field(page, "Message").fill("Bonjou\nSak pase?")
  await page.keyboard.press("Control+Enter")
  await expect(panel(page).getByText("Please enter a valid email address")).toBeVisible()
  await field(page, "Email").fill("ada@example.org")
  await panel(page).getByRole("button", { name: "Send message" }).click()
  await expect(messages(page)).toContainText(["Sak pase?"])
  await expect(messages(page).first()).toContainText(TIME_PATTERN)
  await expect(field(page, "Name")).toHaveValue(name)
  await expect(field(page, "Email")).toHaveValue("ada@example.org")
  await expect(field(page, "Message")).toHaveValue("")
  await expect(panel(page).getByText("Today", { exact: true })).toBeVisible()
  await expect.poll(() => storedMessages(sql, name)).toEqual(["Bonjou\nSak pase?"])

  const admin = await openAdminChat(browser, baseURL, sql)
  // After the first message the socket reconnects, so that the server can assign it to the conversation.
  await expect.poll(() => sockets.filter((each) => each === "open /ws").length).toBe(2)
  await expect(panel(page).getByRole("img", { name: "Connected", exact: true })).toBeVisible()
  await admin.reply(name, "See https://haitech.example/programs, and <b>write</b> again.")
  await expect(messages(page).nth(1)).toContainText("Guerda")
  const link = messages(page).getByRole("link", { name: "https://haitech.example/programs", exact: true })
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow")
  await expect(messages(page).nth(1)).toContainText("and <b>write</b> again.")
  // A new message does not scroll a visitor away who has scrolled up.
  await admin.reply(name, "Long ago\n".repeat(40))
  await expect(messages(page).nth(2)).toContainText("Long ago")
  await panel(page).getByRole("log").hover()
  await page.mouse.wheel(0, -4000)
  await expect(messages(page).first()).toBeInViewport()
  await admin.reply(name, "And one more.")
  await panel(page).getByRole("button", { name: "New messages" }).click()
  await expect(messages(page).nth(3)).toBeInViewport()
  await expect
    .poll(async () => (await sql`select seen_sequence from chat_threads where name = ${name}`)[0]?.["seen_sequence"])
    .toBe(4)
  await admin.close()

  await panel(page).getByRole("button", { name: "Report a problem with this conversation" }).click()
  await panel(page).getByRole("button", { name: "Send", exact: true }).click()
  await expect(panel(page).getByText("Please say what is wrong")).toBeVisible()
  await panel(page).getByLabel("What is wrong?").fill("Nobody may ask me that.")
  await expect(panel(page).getByText("Please say what is wrong")).toHaveCount(0)
  await panel(page).getByRole("button", { name: "Send", exact: true }).click()
  await expect(panel(page).getByText("Thank you. A person will look at it.")).toBeVisible()
  expect((await sql`select report_reason from chat_threads where name = ${name}`)[0]?.["report_reason"]).toBe(
    "Nobody may ask me that.",
  )
  await panel(page).getByRole("button", { name: "Close", exact: true }).click()

  await page.goto("/team")
  await expect(messages(page)).toHaveCount(4)
  await page.keyboard.press("Escape")
  await field(page, "Message").focus()
  await page.keyboard.press("Escape")
  await expect(panel(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
  await expect.poll(() => sockets.at(-1)).toBe("closed")
  await page.goto("/blog")
  await page.waitForLoadState("networkidle")
  await expect(panel(page)).toHaveCount(0)
})

test("a #chat link opens the chat and leaves the URL, and an invalid secret shows an error after the question", async ({
  page,
}) => {
  await page.goto("/fr/about#chat")
  await expect(page.getByRole("dialog", { name: "Discuter avec HaiTech" })).toBeVisible()
  await expect(page).toHaveURL(/\/fr\/about$/)
  await page.goto("/contact#chat=not-a-secret")
  await linkQuestion(page).getByRole("button", { name: "Open the conversation" }).click()
  await expect(panel(page).getByRole("alert")).toHaveText(
    "This link has expired. Sign in, or start a new conversation.",
  )
  await expect(page).toHaveURL(/\/contact$/)
  await expect(panel(page).getByText("Start a conversation!")).toBeVisible()
  await panel(page).getByRole("button", { name: "Close", exact: true }).click()
  await expect(panel(page).getByRole("alert")).toHaveCount(0)
})

test("the chat button is missing on the donate page, hidden under a dialog, and leads to /contact when the chat does not load", async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto("/donate")
  await expect(page.getByRole("contentinfo")).toBeVisible()
  await expect(opener(page)).toHaveCount(0)
  await page.goto("/donate#chat")
  await page.waitForLoadState("networkidle")
  await expect(panel(page)).toHaveCount(0)

  await page.goto("/programs")
  await page.getByRole("link", { name: "Join Program Computer Science Lessons" }).click()
  await expect(page.getByRole("dialog", { name: "Join HaiTech" })).toBeVisible()
  await expect(opener(page)).toBeHidden()
  await page.keyboard.press("Escape")
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const [last, button] = await Promise.all([
    page.getByRole("contentinfo").getByRole("button").last().boundingBox(),
    opener(page).boundingBox(),
  ])
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)

  await page.route("**/fragments/*/chat.html", (route) => route.abort())
  await opener(page).click()
  await page.waitForURL(/\/contact\??$/)
  await page.goto("/ht/about")
  await page.getByRole("button", { name: "Louvri tchat la" }).click()
  await page.waitForURL(/\/ht\/contact\??$/)
})

test("without JavaScript the chat button opens the contact page", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto("/es/team")
  await page.getByRole("button", { name: "Abrir el chat" }).click()
  await expect(page).toHaveURL(/\/es\/contact\??$/)
  await context.close()
})

test("a member chats under the account's name and confirms a message written before signing in", async ({
  page,
  baseURL,
  user,
  sql,
}) => {
  const text = `I was here before, ${user.email}`
  await page.goto("/about")
  await openChat(page)
  await page.route("**/api/chat", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()))
  await sendMessage(page, text, "Guest")
  await expect(messages(page)).toContainText("No connection: we send it when you are online")
  await register(page, user, baseURL)
  await page.setViewportSize(PHONE)
  await page.goto("/member-dashboard")
  await expect(messages(page)).toContainText("You wrote this before you signed in.")
  await expect(field(page, "Name")).toHaveValue("Widline Jean")
  await expect(field(page, "Email")).toHaveValue(user.email)
  await page.unrouteAll({ behavior: "ignoreErrors" })
  await page.reload()
  await expect(messages(page)).toContainText("You wrote this before you signed in.")
  await messages(page).getByRole("button", { name: "Send", exact: true }).click()
  await expect(messages(page)).toContainText(/Widline Jean .*M/)
  const stored = await sql`select name, sender_type from chat_messages where message = ${text}`
  expect([...stored]).toEqual([{ name: "Widline Jean", sender_type: "member" }])

  await panel(page).getByRole("button", { name: "Close the chat" }).click()
  await expect(page.getByRole("heading", { name: "Welcome back, Widline!" })).toBeVisible()
})

test("the chat works by keyboard and has no axe violation on desktop and phone", async ({ page, user }) => {
  await page.goto("/team")
  await opener(page).focus()
  await page.keyboard.press("Enter")
  await expect(field(page, "Message")).toBeFocused()
  await expect(panel(page).getByText("Start a conversation!")).toBeVisible()
  await page.keyboard.press("Shift+Tab")
  await page.keyboard.press("Shift+Tab")
  await expect(field(page, "Name")).toBeFocused()
  expect(await axe(page)).toEqual([])
  await page.keyboard.type(`Nadège ${user.marker}`)
  await page.keyboard.press("Tab")
  await page.keyboard.press("Tab")
  await page.keyboard.type("One line")
  await page.keyboard.press("Shift+Enter")
  await page.keyboard.type(`and https://haitech.example/${"long".repeat(30)}`)
  await page.keyboard.press("Enter")
  await expect(messages(page)).toHaveCount(1)
  await expect(messages(page)).toContainText("One line\nand https://", { useInnerText: true })
  await expect(field(page, "Message")).toBeFocused()
  await page.route("**/api/chat", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 413, body: "" }) : route.continue(),
  )
  await sendMessage(page, "Too much")
  await expect(panel(page).getByRole("alert")).toHaveText(
    /Message Failed There was an error sending your message. Please try again./,
  )
  await expect(messages(page).last()).toContainText("Not sent:")
  expect(await axe(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await expect.poll(async () => (await panel(page).boundingBox())?.width).toBe(390)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect(await axe(page)).toEqual([])
  // On a phone the panel covers the page, so the page is inert.
  await expect(page.locator("body > header")).toHaveAttribute("inert")
  await messages(page).last().getByRole("button", { name: "Delete" }).click()
  await expect(messages(page)).toHaveCount(1)
  await field(page, "Message").focus()
  await page.keyboard.press("Escape")
  await expect(opener(page)).toBeFocused()
  await expect(page.locator("body > header")).not.toHaveAttribute("inert")
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("a panel that opens again at once keeps the page behind it inert", async ({ page }) => {
    await page.goto("/team")
    await openChat(page)
    const [header, title] = [page.locator("body > header"), panel(page).getByRole("heading", { level: 2 })]
    await expect(title).toBeFocused()
    await panel(page)
      .getByRole("button", { name: "Close the chat" })
      .evaluate(async (close: HTMLElement) => {
        close.click()
        dispatchEvent(new Event("chat"))
        // Longer than the panel waits until the page is usable.
        for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
      })
    await expect(panel(page)).toBeVisible()
    await expect(header).toHaveAttribute("inert")
    await expect(title).toBeFocused()
    await panel(page).getByRole("button", { name: "Close the chat" }).tap()
    await expect(header).not.toHaveAttribute("inert")
    await expect(opener(page)).toBeFocused()
  })

  test("Enter makes a new line in the message, and the button sends it", async ({ page, user }) => {
    await page.goto("/team")
    await openChat(page)
    await field(page, "Name").fill(`Ada ${user.marker}`)
    await field(page, "Message").pressSequentially("Bonjou\nSak pase?")
    await expect(field(page, "Message")).toHaveValue("Bonjou\nSak pase?")
    await expect(messages(page)).toHaveCount(0)
    await panel(page).getByRole("button", { name: "Send message" }).tap()
    await expect(messages(page)).toContainText(["Sak pase?"])
  })
})
