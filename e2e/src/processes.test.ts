import { afterEach, expect, test } from "vitest"
import { WebSocket } from "ws"
import { DATABASES, databaseSettings, openDatabase } from "./databases.ts"
import type { Sql } from "./db.ts"
import { readEmails } from "./emails.ts"
import { createMembership } from "./membership-load.ts"
import { newDataDir, type Product, removeDataDir, startProduct } from "./product.ts"

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0).reverse()) await close()
})

/** Starts two processes that share only a database, and connects to that database. The settings are of the second one. */
async function startTwoProcesses(
  database: string,
  ofSecond: Record<string, string> = {},
): Promise<{ products: [Product, Product]; sql: Sql; dataDir: string }> {
  const dataDir = newDataDir()
  cleanups.push(async () => removeDataDir(dataDir))
  const settings = { RATE_LIMITS: "on", ...(await databaseSettings(database)) }
  // Both start at once, so they migrate, publish and create the secret concurrently.
  const products = await Promise.all([
    startProduct(dataDir, settings),
    startProduct(dataDir, { ...settings, ...ofSecond }),
  ])
  for (const product of products) cleanups.push(() => product.stop())
  const sql = openDatabase(dataDir, settings)
  cleanups.push(() => sql.end())
  return { products, sql, dataDir }
}

test.each(DATABASES)("on %s two processes store an address once and share its rate limit", async (database) => {
  const { products, sql } = await startTwoProcesses(database)
  const requests = Array.from({ length: 20 }, (_, index) =>
    createMembership((products[index % 2] as Product).url, "one@example.org"),
  )
  const statuses = await Promise.all(requests)
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  expect(await sql`select 1 from memberships`).toHaveLength(1)
  expect(await sql`select 1 from outbox where kind = 'membership.welcome'`).toHaveLength(1)
  expect(await sql`select 1 from testimonials`).toHaveLength(6)
})

const ADA = { usernameOrEmail: "ada", password: "anba pye mango a" }

/** Registers or signs in at a process and returns the session cookie. */
async function signInAt(product: Product, call: "register" | "login"): Promise<string> {
  const profile = { firstName: "Ada", lastName: "Pierre", username: "ada", email: "ada@example.org" }
  const input = call === "login" ? ADA : { ...profile, password: ADA.password, loginProvider: "haitech" }
  const response = await fetch(`${product.url}/api/auth/${call}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  })
  expect(response.ok).toBe(true)
  const cookie = response.headers.getSetCookie().find((header) => header.startsWith("session="))
  return cookie?.split(";")[0] ?? ""
}

test.each(DATABASES)("on %s revoked sessions end in both processes before the next heartbeat", async (database) => {
  const { products } = await startTwoProcesses(database)
  const [first, second] = products
  const laptop = await signInAt(first, "register")
  const phone = await signInAt(second, "login")
  const sockets = products.flatMap((product) => [laptop, phone].map((cookie) => openSocket(product, cookie)))
  await Promise.all(sockets.map(({ opened }) => opened))
  const response = await fetch(`${first.url}/api/user/sessions`, {
    method: "DELETE",
    headers: { cookie: laptop, origin: first.url },
  })
  expect(response.status).toBe(204)
  const timeout = new Promise<"timeout">((resolve) => setTimeout(resolve, 20_000, "timeout"))
  const codes = await Promise.all(sockets.map(({ closed }) => Promise.race([closed, timeout])))
  expect(codes).toEqual([1008, 1008, 1008, 1008])
  const statuses = products.flatMap(({ url }) =>
    [laptop, phone].map(async (cookie) => (await fetch(`${url}/api/auth/user`, { headers: { cookie } })).status),
  )
  expect(await Promise.all(statuses)).toEqual([401, 401, 401, 401])
})

function openSocket({ url }: Product, cookie: string) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { headers: { origin: url, cookie } })
  cleanups.push(async () => socket.terminate())
  return {
    opened: new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject)),
    closed: new Promise<number>((resolve) => socket.once("close", resolve)),
  }
}

test.each(DATABASES)("on %s one process keeps serving after the other has stopped", async (database) => {
  const { products, sql } = await startTwoProcesses(database)
  const [first, second] = products
  await first.stop()
  expect(await createMembership(second.url, "after@example.org")).toBe(201)
  expect(await sql`select 1 from memberships`).toHaveLength(1)
})

/** Sets the clock of a process twenty days ahead. */
const AHEAD = `
  const RealDate = Date
  const now = () => RealDate.now() + 20 * 86_400_000
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      if (args.length === 0) super(now())
      else super(...args)
    }
    static now() {
      return now()
    }
  }`

test.each(DATABASES)("on %s a process whose clock is wrong keeps limits, sessions and jobs", async (database) => {
  const preload = `--import=data:text/javascript,${encodeURIComponent(AHEAD)}`
  const { products, sql } = await startTwoProcesses(database, { NODE_OPTIONS: preload })
  const [first, second] = products
  for (let count = 0; count < 5; count++) expect(await createMembership(first.url, "one@example.org")).toBe(201)
  expect(await createMembership(second.url, "one@example.org")).toBe(429)
  const cookie = await signInAt(first, "register")
  expect((await fetch(`${second.url}/api/auth/user`, { headers: { cookie } })).status).toBe(200)
  const [row] = await sql<{ days: number }[]>`
    select extract(day from max(due_at) - now())::int as days from outbox where kind like 'platform.%'`
  expect(row?.days).toBe(0)
})

test.each(DATABASES)("on %s two processes send each email once, and run a recurring job once", async (database) => {
  const { products, sql, dataDir } = await startTwoProcesses(database)
  const waitUntilSent = (kinds: string) =>
    expect.poll(() => sql`select 1 from outbox where kind like ${kinds} and sent_at is null and due_at <= now()`)
  const joined = Array.from({ length: 30 }, (_, index) =>
    createMembership((products[index % 2] as Product).url, `joined${index}@example.org`),
  )
  expect(new Set(await Promise.all(joined))).toEqual(new Set([201]))
  await waitUntilSent("membership.%").toEqual([])
  expect(await sql`select 1 from outbox where kind = 'membership.welcome' and attempts = 1`).toHaveLength(30)
  await expect.poll(() => readEmails(dataDir).length).toBe(30)
  // Both processes wake at once and find the two recurring jobs due.
  await sql`update outbox set due_at = now() where kind like 'platform.%'`
  await sql`select pg_notify('outbox', '')`
  await waitUntilSent("platform.%").toEqual([])
  const runs = await sql`select kind from outbox where kind like 'platform.%' and attempts = 1 order by kind`
  expect(runs.map(({ kind }) => kind)).toEqual(["platform.compact_counters", "platform.sweep"])
})
