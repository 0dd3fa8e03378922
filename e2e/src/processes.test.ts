import { randomBytes } from "node:crypto"
import postgres, { type Sql } from "postgres"
import { afterEach, expect, test } from "vitest"
import { newDataDir, type Product, removeDataDir, startProduct } from "./product.ts"
import { openRows } from "./rows.ts"

const EMBEDDED = "the embedded PostgreSQL"
const SECOND = process.env["TEST_DATABASE_URL"]
const DATABASES = SECOND ? [EMBEDDED, "another PostgreSQL"] : [EMBEDDED]

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Two processes that share a database and nothing else, and a look at its rows. */
async function twoProcesses(database: string): Promise<{ products: [Product, Product]; sql: Sql }> {
  const dataDir = newDataDir()
  closing.push(async () => removeDataDir(dataDir))
  const settings: Record<string, string> = { RATE_LIMITS: "on" }
  if (database !== EMBEDDED) settings["DATABASE_URL"] = await newDatabase()
  // Both at once: they migrate, publish and make the secret side by side.
  const products = await Promise.all([startProduct(dataDir, settings), startProduct(dataDir, settings)])
  for (const product of products) closing.push(() => product.stop())
  const sql = settings["DATABASE_URL"] ? postgres(settings["DATABASE_URL"], { max: 1 }) : openRows(dataDir)
  closing.push(() => sql.end())
  return { products, sql }
}

async function newDatabase(): Promise<string> {
  const server = postgres(SECOND ?? "", { max: 1 })
  const name = `processes_${randomBytes(4).toString("hex")}`
  await server`create database ${server(name)}`
  await server.end()
  const url = new URL(SECOND ?? "")
  url.pathname = name
  return url.href
}

async function joinAt(product: Product, email: string): Promise<number> {
  const answer = await fetch(`${product.url}/api/membership`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ti Jan", email }),
  })
  await answer.arrayBuffer()
  return answer.status
}

test.each(DATABASES)("on %s two processes make one member of one address, and share its limit", async (database) => {
  const { products, sql } = await twoProcesses(database)
  const joins = Array.from({ length: 20 }, (_, at) => joinAt(products[at % 2] as Product, "one@example.org"))
  const statuses = await Promise.all(joins)
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  expect(await sql`select 1 from memberships`).toHaveLength(1)
  expect(await sql`select 1 from outbox`).toHaveLength(1)
  expect(await sql`select 1 from testimonials`).toHaveLength(6)
})

test.each(DATABASES)("on %s one process goes and the other stays", async (database) => {
  const { products, sql } = await twoProcesses(database)
  const [first, second] = products
  await first.stop()
  expect(await joinAt(second, "after@example.org")).toBe(201)
  expect(await sql`select 1 from memberships`).toHaveLength(1)
})
