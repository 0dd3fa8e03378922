import { startReplication, urlOf } from "@haitech/embedded-postgres/testing-standby"
import { afterEach, expect, test, vi } from "vitest"
import { createBrowser, createStorage, openAdmin, openVisitor, PageSocket } from "./chat-clients.ts"
import { openSql, type Sql } from "./db.ts"
import { readEmails } from "./emails.ts"
import { startLoad } from "./membership-load.ts"
import { newDataDir, type Product, removeDataDir, startProduct } from "./product.ts"

const INSTALLED = process.env["TEST_DATABASE_URL"]
const READY_MS = 15_000

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test.runIf(INSTALLED)("a primary that dies under load loses nothing once its standby is promoted", async () => {
  Object.assign(globalThis, { WebSocket: PageSocket })
  // A page logs each refused request to its console.
  vi.spyOn(console, "error").mockReturnValue()
  const { ports, killPrimary, promote, stop } = await startReplication(INSTALLED ?? "")
  cleanups.push(stop)
  const dataDir = newDataDir()
  cleanups.push(() => removeDataDir(dataDir))
  // The second process finds the primary behind the standby.
  const urls = [urlOf(ports.primary, ports.standby), urlOf(ports.standby, ports.primary)]
  const products = await Promise.all(urls.map((url) => startProduct(dataDir, { DATABASE_URL: url })))
  cleanups.push(() => Promise.all(products.map((product) => product.stop())))
  const [first, second] = products as [Product, Product]
  const admin = await createAdmin(second)
  cleanups.push(() => admin.close())
  const ada = openChat(first, "Ada")
  const load = startLoad(products.map(({ url }) => url))
  ada.write("before")
  await expect.poll(() => admin.threadIds().length).toBe(1)
  const [thread = ""] = admin.threadIds()
  await load.waitForMore(50)

  await killPrimary()
  ada.write("during")
  void admin.reply(thread, "patience")
  for (const product of products) await expect.poll(() => isReady(product)).toBe(false)
  const refused = load.refused()
  await expect.poll(() => load.refused()).toBeGreaterThan(refused)
  await promote()
  for (const product of products) await expect.poll(() => isReady(product), { timeout: READY_MS }).toBe(true)

  await load.waitForMore(50)
  const { acknowledged } = await load.stop()
  const sql = openSql({ connectionString: urlOf(ports.standby) })
  cleanups.push(() => sql.end())
  expect(await countStored(sql, acknowledged)).toEqual(Object.fromEntries(acknowledged.map((email) => [email, 1])))
  await expectEachJobOnce(sql, dataDir)
  await expect
    .poll(() => admin.readAll(thread).then((texts) => texts.toSorted()))
    .toEqual(["before", "during", "patience"])
  // Notifications reach the sockets of the other process again.
  await expect.poll(() => ada.shown()).toContain("patience")
  openChat(first, "Eve").write("after")
  await expect.poll(() => admin.threadIds().length).toBe(2)
})

async function createAdmin({ url }: Product) {
  const browser = createBrowser([url])
  const admin = { username: "root", email: "root@example.org", firstName: "Root", lastName: "Louis" }
  await browser.call("POST", "/api/admin/setup", { ...admin, password: "anba pye mango" })
  return openAdmin({ browser, storage: createStorage(), onAcknowledged: () => undefined })
}

function openChat({ url }: Product, name: string) {
  const chat = openVisitor({ browser: createBrowser([url]), storage: createStorage(), onAcknowledged: () => undefined })
  cleanups.push(() => chat.close())
  return {
    write(message: string) {
      chat.type("name", name)
      chat.type("message", message)
      expect(chat.send()).toEqual([])
    },
    shown: () => chat.view().entries.map((entry) => (entry.state === "sent" ? entry.message.message : entry.state)),
  }
}

async function isReady({ url }: Product): Promise<boolean> {
  return (await fetch(`${url}/readyz`)).status === 200
}

async function countStored(sql: Sql, emails: readonly string[]): Promise<Record<string, number>> {
  const rows = await sql<{ email: string; count: number }[]>`
    select email, count(*)::int as count from memberships where email = any(${emails}) group by email`
  return Object.fromEntries(rows.map(({ email, count }) => [email, count]))
}

/** A job whose claim was committed but not answered comes due again after its lease, which is longer than this test. */
async function expectEachJobOnce(sql: Sql, dataDir: string): Promise<void> {
  await expect.poll(() => sql`select kind from outbox where due_at <= now() and sent_at is null`).toEqual([])
  expect(await sql`select kind, attempts from outbox where attempts > 1 or failed_at is not null`).toEqual([])
  const missing = await sql`
    select email from memberships
    where not exists (select from outbox where starts_with(key, 'membership.welcome:' || memberships.id))`
  expect(missing).toEqual([])
  const sent = await sql`select from outbox where kind = 'membership.welcome' and sent_at is not null`
  const recipients = readEmails(dataDir)
    .map(({ to }) => to)
    .filter((to) => to.startsWith("load-"))
  expect(new Set(recipients).size).toBe(recipients.length)
  expect(recipients.length).toBeGreaterThanOrEqual(sent.length)
}
