import { users } from "./features/accounts/table.ts"
import { type Browser, signInAs, type TestApp } from "./testing.ts"

/** Empties the tables of the chat and resets the clock; a new app per test would take ten times as long. */
export async function resetDb(app: TestApp): Promise<void> {
  const { sql } = app.database
  for (const table of ["chat_threads", "saved_replies", "users", "sessions", "audit_log", "outbox", "rate_limits"])
    await sql`delete from ${sql(table)}`
  app.setNow(new Date("2026-01-02T03:04:05Z"))
}

/** Signs in a new administrator without a password, because hashing one is slow. */
export async function signInAsNewAdmin(app: TestApp, name: string): Promise<Browser & { readonly id: string }> {
  const profile = { firstName: name, lastName: "Pierre", username: name, email: `${name}@example.org` }
  const [row] = await app.database.db
    .insert(users)
    .values({ ...profile, role: "admin", isAdmin: true })
    .returning()
  const id = row?.id ?? ""
  return { ...(await signInAs(app, id, "admin")), id }
}

export function write(browser: Browser, message: unknown, extra: object = {}) {
  return browser.send("POST", "/api/chat", { name: "Ada", message, ...extra })
}

export async function readTexts(browser: Browser, query = ""): Promise<string[]> {
  const response = await browser.send("GET", `/api/chat${query}`)
  return response.json<{ message: string }[]>().map(({ message }) => message)
}

export async function threadIdOf(browser: Browser): Promise<string> {
  return (await browser.send("GET", "/api/chat/desk")).json().threadId
}

export async function respond(admin: Browser, threadId: string, message: string): Promise<void> {
  await admin.send("POST", "/api/admin/chat/respond", { threadId, message })
}

export function changeThread(admin: Browser, threadId: string, changes: object) {
  return admin.send("PATCH", `/api/admin/chat/threads/${threadId}`, changes)
}

export async function deleteThread(admin: Browser, threadId: string, query?: string) {
  const path = `/api/admin/chat/threads/${threadId}`
  const count = query === undefined && (await admin.send("GET", path)).json().lastSequence
  return admin.send("DELETE", `${path}${query ?? `?sequence=${count}`}`)
}

export function restoreThread(admin: Browser, threadId: string) {
  return admin.send("POST", `/api/admin/chat/threads/${threadId}/restoration`)
}
