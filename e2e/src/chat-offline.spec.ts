import { expect, type Page } from "@playwright/test"
import { field, messages, openAdminChat, openChat, opener, panel, sendMessage, storedMessages } from "./chats.ts"
import { test } from "./fixtures.ts"

const WAITING_TEXT = "No connection: we send it when you are online"
const visitorName = ({ marker }: { readonly marker: string }) => `Ada ${marker}`

// The admin area counts unread messages of all tests, so each test removes its own.
test.afterEach(({ sql }) => sql`delete from chat_threads`)

test("offline messages and the draft survive a reload, and each message is sent once when online", async ({
  page,
  context,
  user,
  sql,
}) => {
  const name = visitorName(user)
  await page.goto("/about")
  await openChat(page)
  await sendMessage(page, "one", name)
  await expect.poll(() => storedMessages(sql, name)).toEqual(["one"])
  await expect(messages(page).getByText("Just now")).toHaveCount(0)
  await context.setOffline(true)
  await expect(panel(page).getByRole("img", { name: "Not connected" })).toBeVisible()
  await sendMessage(page, "two")
  await expect(panel(page).getByRole("alert")).toContainText("Message Failed")
  await sendMessage(page, "three")
  await expect(messages(page)).toContainText(["one", WAITING_TEXT, WAITING_TEXT])
  await expect(panel(page).getByText("Not up to date.")).toHaveCount(0)
  await expect(panel(page).getByText("Not connected", { exact: true })).toBeVisible()
  await field(page, "Message").fill("half a thought")
  expect(await storedMessages(sql, name)).toEqual(["one"])
  await context.setOffline(false)
  await expect(messages(page).getByText(/Waiting|Sending/)).toHaveCount(0)
  await expect(panel(page).getByRole("img", { name: "Connected", exact: true })).toBeVisible()
  await expect.poll(() => storedMessages(sql, name)).toEqual(["one", "two", "three"])

  // The server stores the message, but its response is lost.
  await page.route("**/api/chat", async (route) => {
    if (route.request().method() !== "POST") return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.route("**/api/chat?*", (route) => route.abort())
  await field(page, "Message").fill("four")
  await page.keyboard.press("Control+Enter")
  await expect(messages(page).last()).toContainText(WAITING_TEXT)
  await field(page, "Message").fill("half a thought")
  await page.reload()
  await expect(field(page, "Message")).toHaveValue("half a thought")
  await expect(field(page, "Name")).toHaveValue(name)
  await page.unrouteAll({ behavior: "ignoreErrors" })
  await page.reload()
  await expect(messages(page)).toContainText(["one", "two", "three", "four"])
  await expect(messages(page).getByText(/Waiting|Sending/)).toHaveCount(0)
  await expect.poll(() => storedMessages(sql, name)).toEqual(["one", "two", "three", "four"])
})

test("without a WebSocket the chat is marked as not connected, polls every half minute and shows a failure", async ({
  page,
  browser,
  baseURL,
  user,
  sql,
}) => {
  const name = visitorName(user)
  await page.clock.install()
  await page.routeWebSocket("**/ws", (socket) => socket.close())
  await page.goto("/team")
  await openChat(page)
  await sendMessage(page, "Bonjou", name)
  await expect(messages(page)).toContainText(["Bonjou"])
  await expect(panel(page).getByRole("img", { name: "Not connected" })).toBeVisible()
  const admin = await openAdminChat(browser, baseURL, sql)
  await admin.reply(name, "Nou la")
  await passUntil(page, () => expect(messages(page)).toContainText(["Bonjou", "Nou la"], { timeout: 300 }))
  await page.route("**/api/chat?*", (route) => route.fulfill({ status: 500, body: "" }))
  await passUntil(page, () => expect(panel(page).getByText("Not up to date.")).toBeVisible({ timeout: 300 }))
  await admin.reply(name, "Toujou")
  await admin.close()
  await page.unrouteAll({ behavior: "ignoreErrors" })
  await panel(page).getByRole("button", { name: "Retry" }).click()
  await expect(messages(page)).toHaveCount(3)
  await expect(panel(page).getByText("Not up to date.")).toHaveCount(0)
})

test("a chat that cannot load shows one error with one Retry button", async ({ page, user, sql }) => {
  const name = visitorName(user)
  const staleNotice = panel(page).getByText("Not up to date.")
  const loadError = panel(page).getByRole("status").filter({ hasText: "This could not be loaded" })
  const retry = panel(page).getByRole("button", { name: "Retry" })
  const failStatusCall = () => page.route("**/api/chat/desk", (route) => route.fulfill({ status: 500, body: "" }))
  await page.routeWebSocket("**/ws", (socket) => socket.close())
  await failStatusCall()
  await page.clock.install()
  await page.goto("/team")
  await openChat(page)
  await expect(loadError).toBeVisible()
  await expect(staleNotice).toHaveCount(0)
  await expect(retry).toHaveCount(1)
  // From here on, an attempt without the visitor, which removes Send now, needs `resume`.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  // A message written meanwhile replaces the error, and says itself that it waits.
  await sendMessage(page, "Bonjou", name)
  await expect(messages(page)).toContainText([WAITING_TEXT])
  await expect(staleNotice).toHaveCount(0)
  await expect(loadError).toHaveCount(0)
  await page.unrouteAll({ behavior: "ignoreErrors" })
  await messages(page).getByRole("button", { name: "Send now" }).click()
  await expect.poll(() => storedMessages(sql, name)).toEqual(["Bonjou"])
  await expect(staleNotice).toHaveCount(0)
  // A reload before the response would keep the message in the browser's queue, and a list with a message shows no error.
  await expect(messages(page).getByText(/Waiting|Sending/)).toHaveCount(0)

  await page.clock.resume()
  await failStatusCall()
  await page.reload()
  await expect(loadError).toBeVisible()
  await page.unrouteAll({ behavior: "ignoreErrors" })
  await retry.click()
  await expect(messages(page)).toContainText(["Bonjou"])
  await expect(loadError).toHaveCount(0)
})

test("spec §8: each failed attempt shows Message Failed, and Send now sends the same message once", async ({
  page,
  user,
  sql,
}) => {
  const name = visitorName(user)
  const ids: unknown[] = []
  let isLost = true
  await page.clock.install()
  await page.goto("/about")
  await openChat(page)
  // From here on, an attempt without the visitor needs `runFor`.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  // The server stores the message, but its responses are lost, and it cannot be read either.
  await page.route("**/api/chat", async (route) => {
    if (route.request().method() !== "POST") return route.abort()
    ids.push(route.request().postDataJSON().id)
    if (!isLost) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await sendMessage(page, "Bonjou", name)
  const notice = panel(page).getByRole("alert")
  const sendNow = messages(page).getByRole("button", { name: "Send now" })
  await expect(notice).toContainText("There was an error sending your message. Please try again.")
  await notice.getByRole("button", { name: "Close" }).click()
  await expect(notice).toHaveCount(0)
  await sendNow.click()
  await expect(notice).toContainText("Message Failed")
  await notice.getByRole("button", { name: "Close" }).click()
  await passUntil(page, () => expect(notice).toContainText("Message Failed", { timeout: 300 }))
  expect(ids.length).toBeGreaterThan(2)
  expect(new Set(ids).size).toBe(1)
  isLost = false
  await sendNow.click()
  await expect(messages(page).getByText(/Waiting|Sending/)).toHaveCount(0)
  expect(await storedMessages(sql, name)).toEqual(["Bonjou"])
})

test("two tabs share unsent messages, send each once and both show it as sent", async ({
  page,
  context,
  user,
  sql,
}) => {
  const name = visitorName(user)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto("/about")
    await openChat(tab)
  }
  await context.setOffline(true)
  for (const tab of [page, other]) await expect(panel(tab).getByRole("img", { name: "Not connected" })).toBeVisible()
  await sendMessage(page, "from one", name)
  await expect(messages(page)).toContainText(WAITING_TEXT)
  await expect(messages(other)).toContainText("from one")
  await sendMessage(other, "from the other", name)
  await expect(messages(page)).toHaveCount(2)
  await context.setOffline(false)
  for (const tab of [page, other]) {
    await expect(messages(tab)).toContainText(["from one", "from the other"])
    await expect(messages(tab).getByText(/Waiting|Sending/)).toHaveCount(0)
  }
  await expect.poll(() => storedMessages(sql, name)).toEqual(["from one", "from the other"])
})

test("an unsent message is sent from another page although the chat is closed", async ({ page, user, sql }) => {
  const name = visitorName(user)
  await page.goto("/about")
  await openChat(page)
  await page.route("**/api/chat", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()))
  await sendMessage(page, "Bonjou", name)
  await expect(messages(page)).toContainText(WAITING_TEXT)
  await panel(page).getByRole("button", { name: "Close the chat" }).click()
  await page.unrouteAll({ behavior: "ignoreErrors" })
  await page.goto("/blog")
  await expect.poll(() => storedMessages(sql, name)).toEqual(["Bonjou"])
  await expect(panel(page)).toBeHidden()
  await page.goto("/team", { waitUntil: "networkidle" })
  await expect(panel(page)).toHaveCount(0)
})

test("without browser storage the chat works until the page is left", async ({ page, user, sql }) => {
  const name = visitorName(user)
  await page.addInitScript(() => {
    for (const storage of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException("forbidden", "SecurityError")
        },
      })
    }
  })
  const pageErrors: string[] = []
  page.on("pageerror", ({ message }) => pageErrors.push(message))
  await page.goto("/about")
  await openChat(page)
  await sendMessage(page, "Bonjou", name)
  await expect(messages(page)).toContainText([/Bonjou/])
  await expect.poll(() => storedMessages(sql, name)).toEqual(["Bonjou"])
  expect(pageErrors).toEqual([])
})

test("two tabs of a first visit get one guest key and one conversation", async ({ page, context, user, sql }) => {
  const name = visitorName(user)
  const tabs = [page, await context.newPage()]
  const keys: (string | undefined)[] = []
  const release = Promise.withResolvers<void>()
  await context.route("**/api/chat/desk", async (route) => {
    await release.promise
    const response = await route.fetch()
    keys.push(response.headers()["set-cookie"])
    await route.fulfill({ response })
  })
  for (const tab of tabs) {
    await tab.goto("/about")
    await opener(tab).click()
  }
  const countLocks = () =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query()
      return [held, pending].map((locks) => locks.filter((lock) => lock.name === "chat.desk").length)
    })
  await expect.poll(countLocks).toEqual([1, 1])
  release.resolve()
  for (const tab of tabs) await expect(panel(tab).getByText("Start a conversation!")).toBeVisible()
  expect(keys.length).toBeGreaterThan(1)
  // The second response renews the first one's key.
  expect(new Set(keys).size).toBe(1)
  for (const tab of tabs) await sendMessage(tab, "Bonjou", name)
  await expect.poll(() => storedMessages(sql, name)).toEqual(["Bonjou", "Bonjou"])
  expect((await sql`select from chat_threads where name = ${name}`).length).toBe(1)
  // The chat may be asking for the desk again just now.
  await context.unrouteAll({ behavior: "wait" })
})

/** Lets time pass in steps far shorter than the 20 s after which the chat gives up on a request: the page's clock rules over that, too. */
async function passUntil(page: Page, isSo: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(3000)
    await isSo()
  }).toPass()
}
