import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { createTestApp, openBrowser } from "#testing.ts"
import { readTexts, threadIdOf, write } from "#testing-chat.ts"
import { chatThreads } from "./table.ts"

test("a message that waits for its thread is refused when the thread is blocked meanwhile", async () => {
  const app = await createTestApp()
  const guest = openBrowser(app)
  await write(guest, "Hello")
  const threadId = await threadIdOf(guest)
  let waiting: ReturnType<typeof write> | undefined
  await app.database.db.transaction(async (tx) => {
    await tx.update(chatThreads).set({ blockedAt: new Date() }).where(eq(chatThreads.id, threadId))
    waiting = write(guest, "Rude")
    // The request has passed its first look at the thread once it waits for the row that this transaction holds.
    await expect.poll(async () => (await waitingForLocks()).length).toBe(1)
  })
  const response = await waiting
  expect([response?.statusCode, response?.json().code]).toEqual([403, "thread.blocked"])
  expect(await readTexts(guest)).toEqual(["Hello"])
  await app.close()

  function waitingForLocks() {
    return app.database.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  }
})
