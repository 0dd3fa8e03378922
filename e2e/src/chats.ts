import { type Browser, expect, type Locator, type Page } from "@playwright/test"
import { signInAsAdmin } from "./admins.ts"
import type { Sql } from "./db.ts"

/** The chat panel. */
export const panel = (page: Page): Locator => page.getByRole("dialog", { name: "Chat with HaiTech" })
export const opener = (page: Page): Locator => page.getByRole("button", { name: "Open the chat" })
/** The messages that the panel shows. */
export const messages = (page: Page): Locator => panel(page).getByRole("article")
export const field = (page: Page, name: "Name" | "Email" | "Message") => panel(page).getByRole("textbox", { name })

/** The question before an email's link opens its conversation. */
export const linkQuestion = (page: Page): Locator => page.getByRole("dialog", { name: "Open this conversation?" })

/** Opens the chat and waits until its messages are loaded. */
export async function openChat(page: Page): Promise<void> {
  await opener(page).click()
  await expect(panel(page)).toBeVisible()
  await expect(panel(page).getByText("Loading messages...")).toHaveCount(0)
}

export async function sendMessage(page: Page, message: string, name?: string): Promise<void> {
  if (name) await field(page, "Name").fill(name)
  await field(page, "Message").fill(message)
  await panel(page).getByRole("button", { name: "Send message" }).click()
}

/** An administrator in a separate browser context, who replies to the visitor with a given name. */
export async function openAdminChat(browser: Browser, baseURL: string | undefined, sql: Sql) {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await signInAsAdmin(page, baseURL)
  return {
    async reply(name: string, message: string): Promise<void> {
      // The panel shows a message before the server has stored it.
      await expect.poll(() => storedMessages(sql, name)).not.toEqual([])
      const [thread] = await sql<{ id: string }[]>`select id from chat_threads where name = ${name}`
      const response = await page.request.post("/api/admin/chat/respond", {
        data: { threadId: thread?.id, message },
        headers: { origin: baseURL ?? "" },
      })
      expect(response.status()).toBe(201)
    },
    close: () => context.close(),
  }
}

/** The messages in the database that the visitor with this name wrote, in order. */
export async function storedMessages(sql: Sql, name: string): Promise<string[]> {
  const rows = await sql<{ message: string }[]>`
    select message from chat_messages where name = ${name} order by sequence`
  return rows.map(({ message }) => message)
}
