import { createHmac, randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, expect, test } from "vitest"
import { DATABASES, databaseSettings, openDatabase } from "./databases.ts"
import type { Sql } from "./db.ts"
import { readEmails } from "./emails.ts"
import { type Product, preparedDataDir, removeDataDir, startProduct } from "./product.ts"
import { openStripe, type Stripe } from "./stripe.ts"

/** On each database. Six moments are shared by two databases, each with moments of its own. */
const KILLS = Number(process.env["DONATION_KILLS"] ?? 6 / DATABASES.length)
const GIFTS_PER_KILL = 4
/** A kill comes at a random moment within this time after the provider's answer. */
const MAX_DELAY_MS = 10
/** Each receipt is drawn as a PDF, and the killed processes left many to draw. */
const SETTLING = { timeout: 300_000, interval: 500 }

interface Gift {
  readonly intentId: string
  readonly amount: number
  readonly email: string
}

interface Shop {
  readonly product: Product
  readonly stripe: Stripe
  readonly sql: Sql
  /** Resolves once the product calls the provider for a payment, whose answer then comes or does not. */
  nextRead(isAnswered: boolean): Promise<void>
}

/** What happens between the charge and the kill. Each resolves at the moment of the kill. */
const MOMENTS: readonly ((shop: Shop, gifts: readonly Gift[]) => Promise<void>)[] = [
  async function beforeAnyEvent() {},
  async function whileEventsAreAnswered({ product }, gifts) {
    void Promise.all(gifts.map((gift) => deliver(product, gift)))
    await sleep(Math.random() * MAX_DELAY_MS)
  },
  async function whilePaymentsAreRead({ product, nextRead }, gifts) {
    const read = nextRead(false)
    void Promise.all(gifts.map((gift) => deliver(product, gift)))
    await read
  },
  async function whilePaymentsAreWritten({ product, nextRead }, gifts) {
    const read = nextRead(true)
    void Promise.all(gifts.map((gift) => deliver(product, gift)))
    await read
    await sleep(Math.random() * MAX_DELAY_MS)
  },
  async function whileBrowsersConfirm({ product, nextRead }, gifts) {
    const read = nextRead(true)
    void Promise.all(gifts.map((gift) => confirm(product, gift)))
    await read
    await sleep(Math.random() * MAX_DELAY_MS)
  },
  async function whileTheLedgerIsCompared({ nextRead, sql }) {
    const read = nextRead(true)
    await makeDue(sql, ["donation.check"])
    await read
    await sleep(Math.random() * MAX_DELAY_MS)
  },
]

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test.each(DATABASES.map((database, index) => ({ database, offset: index * KILLS })))(
  `on $database each paid intent is one donation with one receipt after ${KILLS} kills of one of two processes`,
  async ({ database, offset }) => {
    const reads = createReads()
    const stripe = await openStripe(reads.beforeReply)
    cleanups.push(() => stripe.close())
    const dataDir = preparedDataDir()
    cleanups.push(() => removeDataDir(dataDir))
    const settings = { ...stripe.settings, ...(await databaseSettings(database)) }
    const running = new Set<Product>()
    cleanups.push(() => Promise.all([...running].map((product) => product.stop())))
    const start = async () => {
      const product = await startProduct(dataDir, settings)
      running.add(product)
      return product
    }
    // The process that started first runs the jobs.
    let first = await start()
    const sql = openDatabase(dataDir, settings)
    cleanups.push(() => sql.end())

    const paid: Gift[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const amounts = Array.from({ length: GIFTS_PER_KILL }, (_, index) => 1000 + paid.length + index)
      const [second, gifts] = await Promise.all([start(), Promise.all(amounts.map((amount) => give(first, amount)))])
      for (const { intentId } of gifts) charge(stripe, intentId)
      paid.push(...gifts)
      await MOMENTS[(offset + kill) % MOMENTS.length]?.({ product: first, stripe, sql, nextRead: reads.next }, gifts)
      running.delete(first)
      await first.killProcess()
      reads.release()
      await makeDue(sql, ["donation.event", "donation.receipt"])
      await makeDue(sql, ["donation.check"], 1)
      first = second
      // The event of the first gift is lost for ever; that of the second arrives twice.
      const events = [...gifts.slice(1), ...gifts.slice(1, 2)]
      const statuses = await Promise.all(events.map((gift) => deliver(second, gift)))
      expect(new Set(statuses)).toEqual(new Set([200]))
      // Before the next process starts, which would take over as well.
      await expect
        .poll(async () => {
          await makeDue(sql, ["donation.event"], 0)
          return sql`select 1 from outbox where sent_at is null and kind = 'donation.event'`
        }, SETTLING)
        .toEqual([])
    }

    const expected = paid.map(({ intentId, amount }) => ({ intentId, amount, status: "succeeded", receipts: 1 }))
    await expect
      .poll(async () => {
        await makeDue(sql, ["donation.check", "donation.receipt"], 0)
        return readLedger(sql)
      }, SETTLING)
      .toEqual(expected.sort((one, other) => one.intentId.localeCompare(other.intentId)))
    const addresses = () => readEmails(dataDir).flatMap(({ to, subject }) => (subject.includes("receipt") ? [to] : []))
    await expect.poll(() => addresses().sort(), SETTLING).toEqual(paid.map(({ email }) => email).sort())
  },
)

/** Lets the test see and hold the product's reads of payments. */
function createReads() {
  let next: { readonly isAnswered: boolean; readonly seen: () => void } | undefined
  let held: (() => void)[] = []
  return {
    async beforeReply(call: string) {
      if (!next || !call.startsWith("GET /v1/payment_intents/")) return
      const { isAnswered, seen } = next
      if (isAnswered) next = undefined
      seen()
      if (!isAnswered) await new Promise<void>((resolve) => held.push(resolve))
    },
    next: (isAnswered: boolean) => new Promise<void>((resolve) => void (next = { isAnswered, seen: resolve })),
    release() {
      next = undefined
      for (const resolve of held) resolve()
      held = []
    },
  }
}

async function give(product: Product, amount: number): Promise<Gift> {
  const email = `${randomUUID()}@example.org`
  const response = await post(product, "/api/create-payment-intent", { donorName: "Rose", donorEmail: email, amount })
  expect(response.status).toBe(201)
  const { paymentIntentId: intentId } = await response.json()
  return { intentId, amount, email }
}

/** The bank takes the money. */
function charge({ intents }: Stripe, intentId: string): void {
  const intent = intents.get(intentId)
  if (!intent) throw new Error(`no intent ${intentId}`)
  intent.status = "succeeded"
}

/** Sends the event of a payment as Stripe does. @returns the status, or undefined when the product was killed */
async function deliver(product: Product, { intentId }: Gift): Promise<number | undefined> {
  const object = { id: intentId, object: "payment_intent" }
  const created = Math.floor(Date.now() / 1000)
  const type = "payment_intent.succeeded"
  const payload = JSON.stringify({ id: `evt_${intentId}`, object: "event", type, created, data: { object } })
  const signature = createHmac("sha256", "whsec_test").update(`${created}.${payload}`).digest("hex")
  const headers = { "stripe-signature": `t=${created},v1=${signature}` }
  return statusOf(post(product, "/api/webhooks/stripe", payload, headers))
}

function confirm(
  product: Product,
  { intentId: paymentIntentId, email: donorEmail }: Gift,
): Promise<number | undefined> {
  return statusOf(post(product, "/api/confirm-donation", { donorName: "Rose", donorEmail, paymentIntentId }))
}

function post({ url }: Product, path: string, body: object | string, headers: Readonly<Record<string, string>> = {}) {
  return fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
}

async function statusOf(sending: Promise<Response>): Promise<number | undefined> {
  try {
    const response = await sending
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}

/** Jobs of a killed process wait for the end of their lease. With `attempts` only those that ran as often. */
async function makeDue(sql: Sql, kinds: readonly string[], attempts?: number): Promise<void> {
  await sql`
    update outbox set due_at = now()
    where sent_at is null and kind = any(${kinds}) and attempts = coalesce(${attempts ?? null}::int, attempts)`
  await sql`select pg_notify('outbox', 'all')`
}

function readLedger(sql: Sql) {
  return sql<{ intentId: string; amount: number; status: string; receipts: number }[]>`
    select intent_id as "intentId", donations.amount, status, count(receipts.id)::int as receipts
    from donations left join receipts on donation_id = donations.id
    group by donations.id order by intent_id collate "C"`
}
