import { users } from "./features/accounts/table.ts"
import { type Browser, signInAs, type TestApp } from "./testing.ts"

/** The same house, and nobody has ever been there: a new one for every test would take ten times as long. */
export async function resetDb(app: TestApp): Promise<void> {
  const { sql } = app.database
  for (const table of ["chat_threads", "saved_replies", "users", "sessions", "audit_log", "outbox", "rate_limits"])
    await sql`delete from ${sql(table)}`
  app.setNow(new Date("2026-01-02T03:04:05Z"))
}

/** Somebody who is signed in as an administrator, and has no password: to make one takes its time. */
export async function signInAsStaff(app: TestApp, name: string): Promise<Browser & { readonly id: string }> {
  const person = { firstName: name, lastName: "Pierre", username: name, email: `${name}@example.org` }
  const [row] = await app.database.db
    .insert(users)
    .values({ ...person, role: "admin", isAdmin: true })
    .returning()
  const id = row?.id ?? ""
  return { ...(await signInAs(app, id, "admin")), id }
}

/** What a visitor's page sends. */
export function write(by: Browser, message: unknown, more: object = {}) {
  return by.send("POST", "/api/chat", { name: "Ada", message, ...more })
}

/** What a visitor can read, message by message. */
export async function readTexts(by: Browser, query = ""): Promise<string[]> {
  const answer = await by.send("GET", `/api/chat${query}`)
  return answer.json<{ message: string }[]>().map(({ message }) => message)
}

/** The name of a visitor's conversation; null without one. */
export async function threadIdOf(by: Browser): Promise<string> {
  return (await by.send("GET", "/api/chat/desk")).json().threadId
}

export async function respond(admin: Browser, threadId: string, message: string): Promise<void> {
  await admin.send("POST", "/api/admin/chat/respond", { threadId, message })
}

export function changeThread(admin: Browser, threadId: string, changes: object) {
  return admin.send("PATCH", `/api/admin/chat/threads/${threadId}`, changes)
}
