import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { field, linkQuestion, messages, openChat, panel, sendMessage, storedMessages } from "./chats.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"

// The admin area counts unread messages of all tests, so each test removes its own.
test.afterEach(({ sql }) => sql`delete from chat_threads`)

/** A browser asks about any token; the server refuses this one. */
const LINK = `#chat=${crypto.randomUUID()}.20000.signature`

const answer = (page: Page, name: string) => linkQuestion(page).getByRole("button", { name, exact: true })
const yes = (page: Page) => answer(page, "Open the conversation")
const no = (page: Page) => answer(page, "No, write a new message")
const expired = (page: Page) => panel(page).getByText("This link has expired. Sign in, or start a new conversation.")

/** Lists what the page requests from now on with the token of a link, and for the question. */
function recordLinkRequests(page: Page): string[] {
  const requests: string[] = []
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname
    if (request.postData()?.includes("signature") || path.endsWith("/chat-link.html")) requests.push(path)
  })
  return requests
}

/** A socket that connects would retry before the test does. */
async function withoutSocket(page: Page): Promise<void> {
  await page.routeWebSocket("**/ws", (socket) => socket.close())
}

test("a refused question sends no token, and the device begins a conversation of its own", async ({
  page,
  user,
  sql,
}) => {
  const name = `Ada ${user.marker}`
  const requests = recordLinkRequests(page)
  await page.goto(`/about${LINK}`)
  await expect(linkQuestion(page)).toBeVisible()
  await expect(page).toHaveURL(/\/about$/)
  await page.reload()
  await expect(panel(page).getByText("Start a conversation!")).toBeVisible()
  await expect(linkQuestion(page)).toHaveCount(0)
  for (const refuse of [
    () => page.keyboard.press("Escape"),
    () => no(page).click(),
    () => answer(page, "Close").click(),
  ]) {
    await page.evaluate((link) => (location.hash = link), LINK)
    await expect(linkQuestion(page)).toBeVisible()
    await refuse()
    // The page hears of a closed dialog with its next frame. The same link counts as new from then on.
    await expect(page.locator("#chat-link")).toHaveCount(0)
    await expect(field(page, "Message")).toBeFocused()
  }
  await sendMessage(page, "Bonjou", name)
  await expect.poll(() => storedMessages(sql, name)).toEqual(["Bonjou"])
  await expect(messages(page)).toContainText(["Bonjou"])
  expect(new Set(requests)).toEqual(new Set(["/fragments/en/chat-link.html"]))
})

test("a link asks once, also when it is followed on an open page and the token's first request fails", async ({
  page,
}) => {
  await withoutSocket(page)
  await page.goto("/about")
  const requests = recordLinkRequests(page)
  await openChat(page)
  await page.route("**/api/chat/resume", (route) => route.abort())
  await page.evaluate((link) => (location.hash = link), LINK)
  await yes(page).click()
  await expect(panel(page).getByText("Not up to date.")).toBeVisible()
  await page.unrouteAll()
  await panel(page).getByRole("button", { name: "Retry" }).click()
  await expect(expired(page)).toBeVisible()
  await expect(linkQuestion(page)).toHaveCount(0)
  expect(requests).toEqual(["/fragments/en/chat-link.html", "/api/chat/resume", "/api/chat/resume"])
})

test("while the question cannot load, the chat offers to try again and sends no token", async ({ page }) => {
  await withoutSocket(page)
  const requests = recordLinkRequests(page)
  await page.route("**/fragments/*/chat-link.html", (route) => route.fulfill({ status: 404 }))
  await page.goto(`/about${LINK}`)
  await expect(panel(page).getByText("This could not be loaded")).toBeVisible()
  await expect(expired(page)).toHaveCount(0)
  await page.unrouteAll()
  await panel(page).getByRole("button", { name: "Retry" }).click()
  await no(page).click()
  await expect(panel(page).getByText("Start a conversation!")).toBeVisible()
  await expect(panel(page).getByText("This could not be loaded")).toHaveCount(0)
  expect(new Set(requests)).toEqual(new Set(["/fragments/en/chat-link.html"]))
})

test("a chat that is closed before the question has loaded asks nothing", async ({ page }) => {
  const release = Promise.withResolvers<void>()
  await page.route("**/fragments/*/chat-link.html", async (route) => {
    await release.promise
    await route.continue()
  })
  const requests = recordLinkRequests(page)
  const question = page.waitForRequest("**/fragments/*/chat-link.html")
  await page.goto(`/about${LINK}`, { waitUntil: "commit" })
  await question
  await panel(page).getByRole("button", { name: "Close the chat" }).click()
  const response = page.waitForResponse("**/fragments/*/chat-link.html")
  release.resolve()
  await (await response).finished()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await openChat(page)
  await expect(panel(page).getByText("Start a conversation!")).toBeVisible()
  await expect(linkQuestion(page)).toHaveCount(0)
  expect(requests).toEqual(["/fragments/en/chat-link.html"])
})

test("a device that has the conversation opens it without a question, and a member is refused without one", async ({
  page,
  baseURL,
  user,
  sql,
}) => {
  const name = `Ada ${user.marker}`
  const requests = recordLinkRequests(page)
  await page.goto("/about")
  await openChat(page)
  await sendMessage(page, "Bonjou", name)
  await expect.poll(() => storedMessages(sql, name)).toHaveLength(1)
  const [thread] = await sql<{ id: string }[]>`select id from chat_threads where name = ${name}`
  await page.goto(`/team#chat=${thread?.id}.20000.signature`)
  await expect(messages(page)).toContainText(["Bonjou"])
  await expect(page).toHaveURL(/\/team$/)
  expect(requests).toEqual([])

  await page.context().clearCookies()
  await register(page, user, baseURL)
  await page.goto(`/about${LINK}`)
  await expect(expired(page)).toBeVisible()
  expect(requests).toEqual(["/api/chat/resume"])
})

test("a question that comes before the chat has the focus gives it to the chat", async ({ page }) => {
  await page.goto("/about")
  await openChat(page)
  await page.evaluate((link) => {
    const { requestAnimationFrame } = window
    window.requestAnimationFrame = () => 0
    addEventListener("keydown", () => Object.assign(window, { requestAnimationFrame }), { once: true })
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    location.hash = link
  }, LINK)
  await expect(no(page)).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(field(page, "Message")).toBeFocused()
})

test("the question works by keyboard and has no axe violation", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/about${LINK}`)
  await expect(no(page)).toBeFocused()
  await expect(linkQuestion(page)).toHaveAccessibleDescription(/^This link opens a conversation on this device\./)
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Shift+Tab")
  await expect(yes(page)).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(expired(page)).toBeVisible()
  await expect(field(page, "Message")).toBeFocused()
})
