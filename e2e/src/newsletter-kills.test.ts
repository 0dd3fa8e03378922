import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, expect, test } from "vitest"
import { ADMIN, ADMIN_PASSWORD } from "./admins.ts"
import { DATABASES, databaseSettings, openDatabase } from "./databases.ts"
import type { Sql } from "./db.ts"
import { readEmails } from "./emails.ts"
import { type Product, preparedDataDir, removeDataDir, startProduct } from "./product.ts"

const KILLS = 6
const MEMBERS = 120
/** A kill comes at a random moment within this time after a batch came due. */
const MAX_DELAY_MS = 60
const SETTLING = { timeout: 120_000, interval: 250 }
const SETTINGS = {
  ORGANIZATION_NAME: "HaiTech Inc.",
  ORGANIZATION_ADDRESS: "1 Main Street, Boston, MA 02108",
  ORGANIZATION_EIN: "12-3456789",
  // Ten in a batch.
  NEWSLETTER_PER_HOUR: "600",
}

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test.each(DATABASES)(
  `on %s each member gets a newsletter once while ${KILLS} times one of two processes is killed between and in batches`,
  async (database) => {
    const dataDir = preparedDataDir()
    cleanups.push(() => removeDataDir(dataDir))
    const settings = { ...SETTINGS, ...(await databaseSettings(database)) }
    const running = new Set<Product>()
    cleanups.push(() => Promise.all([...running].map((product) => product.stop())))
    const start = async () => {
      const product = await startProduct(dataDir, settings)
      running.add(product)
      return product
    }
    let first = await start()
    const sql = openDatabase(dataDir, settings)
    cleanups.push(() => sql.end())
    await sql`
      insert into memberships (id, name, email)
      select gen_random_uuid(), 'Ti Jan', 'member' || n || '@example.org' from generate_series(1, ${MEMBERS}::int) n`
    await sendNewsletter(first)
    for (let kill = 0; kill < KILLS; kill++) {
      const second = await start()
      await makeDue(sql)
      await sleep(Math.random() * MAX_DELAY_MS)
      running.delete(first)
      await first.killProcess()
      first = second
    }
    await expect
      .poll(async () => {
        await makeDue(sql)
        return sql`select state from newsletters`
      }, SETTLING)
      .toEqual([{ state: "sent" }])
    const states = await sql`select state, count(*)::int as emails from newsletter_emails group by state`
    expect(states).toEqual([{ state: "sent", emails: MEMBERS }])
    // An email that is sent again has the same Message-ID, and so the same file.
    const recipients = readEmails(dataDir).filter(({ subject }) => subject === "Open day")
    const expected = Array.from({ length: MEMBERS }, (_, index) => `member${index + 1}@example.org`)
    expect(recipients.map(({ to }) => to).sort()).toEqual(expected.sort())
  },
)

async function sendNewsletter({ url }: Product): Promise<void> {
  const setup = await post(`${url}/api/admin/setup`, { ...ADMIN, password: ADMIN_PASSWORD })
  const cookie = setup.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
  const headers = { cookie, origin: url }
  const newsletter = { topic: "events", program: null, subjectEn: "Open day", contentEn: "Come and see us." }
  const created = await post(`${url}/api/admin/newsletters`, newsletter, headers)
  const { id, version } = await created.json()
  const sending = await post(`${url}/api/admin/newsletters/${id}/sending`, { version }, headers)
  expect([setup.status, created.status, sending.status]).toEqual([201, 201, 200])
}

function post(url: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const allHeaders = { "content-type": "application/json", ...headers }
  return fetch(url, { method: "POST", headers: allHeaders, body: JSON.stringify(body) })
}

/** Batches wait for their time, and the jobs of a killed process for the end of their lease. */
async function makeDue(sql: Sql): Promise<void> {
  await sql`
    update outbox set due_at = now()
    where sent_at is null and (kind = 'newsletter.batch' or kind = 'newsletter.email' and due_at > now() + interval '90 seconds')`
  await sql`select pg_notify('outbox', 'all')`
}
