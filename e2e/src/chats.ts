import { type Browser, expect, type Locator, type Page } from "@playwright/test"
import { enterAdmin } from "./admins.ts"
import type { Sql } from "./db.ts"

/** The panel of the chat. */
export const panel = (page: Page): Locator => page.getByRole("dialog", { name: "Chat with HaiTech" })
export const opener = (page: Page): Locator => page.getByRole("button", { name: "Open the chat" })
/** The messages as they stand in the panel. */
export const messages = (page: Page): Locator => panel(page).getByRole("article")
export const field = (page: Page, name: "Name" | "Email" | "Message") => panel(page).getByRole("textbox", { name })

/** Opens the chat and waits until it knows what was said. */
export async function openChat(page: Page): Promise<void> {
  await opener(page).click()
  await expect(panel(page)).toBeVisible()
  await expect(panel(page).getByText("Loading messages...")).toHaveCount(0)
}

export async function say(page: Page, message: string, name?: string): Promise<void> {
  if (name) await field(page, "Name").fill(name)
  await field(page, "Message").fill(message)
  await panel(page).getByRole("button", { name: "Send message" }).click()
}

/** The office, in a browser of its own, answers whoever wrote under this name. */
export async function openAdmin(browser: Browser, baseURL: string | undefined, sql: Sql) {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await enterAdmin(page, baseURL)
  return {
    async answer(name: string, message: string): Promise<void> {
      // What stands in the panel may still be on its way.
      await expect.poll(() => written(sql, name)).not.toEqual([])
      const [thread] = await sql<{ id: string }[]>`select id from chat_threads where name = ${name}`
      const answer = await page.request.post("/api/admin/chat/respond", {
        data: { threadId: thread?.id, message },
        headers: { origin: baseURL ?? "" },
      })
      expect(answer.status()).toBe(201)
    },
    close: () => context.close(),
  }
}

/** What the server has of whoever wrote under this name. */
export async function written(sql: Sql, name: string): Promise<string[]> {
  const rows = await sql<{ message: string }[]>`
    select message from chat_messages where name = ${name} order by sequence`
  return rows.map(({ message }) => message)
}
