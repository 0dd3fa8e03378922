import { randomBytes } from "node:crypto"
import { afterEach, expect, test } from "vitest"
import { WebSocket } from "ws"
import { openDb, openSql, type Sql } from "./db.ts"
import { newDataDir, type Product, removeDataDir, startProduct } from "./product.ts"

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
  const sql = settings["DATABASE_URL"] ? openSql({ connectionString: settings["DATABASE_URL"] }) : openDb(dataDir)
  closing.push(() => sql.end())
  return { products, sql }
}

async function newDatabase(): Promise<string> {
  const server = openSql({ connectionString: SECOND })
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

const ADA = { usernameOrEmail: "ada", password: "anba pye mango a" }

/** Registers or signs in at a process, as a browser would; the cookie of the session. */
async function enterAt(product: Product, call: "register" | "login"): Promise<string> {
  const person = { firstName: "Ada", lastName: "Pierre", username: "ada", email: "ada@example.org" }
  const sent = call === "login" ? ADA : { ...person, password: ADA.password, loginProvider: "haitech" }
  const answer = await fetch(`${product.url}/api/auth/${call}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(sent),
  })
  expect(answer.ok).toBe(true)
  const cookie = answer.headers.getSetCookie().find((set) => set.startsWith("session="))
  return cookie?.split(";")[0] ?? ""
}

test.each(DATABASES)("on %s what ends in one process ends in the other within two seconds", async (database) => {
  const { products } = await twoProcesses(database)
  const [first, second] = products
  const laptop = await enterAt(first, "register")
  const phone = await enterAt(second, "login")
  const sockets = products.flatMap((product) => [laptop, phone].map((cookie) => openSocket(product, cookie)))
  await Promise.all(sockets.map(({ opened }) => opened))
  const answer = await fetch(`${first.url}/api/user/sessions`, {
    method: "DELETE",
    headers: { cookie: laptop, origin: first.url },
  })
  expect(answer.status).toBe(204)
  const late = new Promise<"late">((resolve) => setTimeout(resolve, 2000, "late"))
  const codes = await Promise.all(sockets.map(({ ended }) => Promise.race([ended, late])))
  expect(codes).toEqual([1008, 1008, 1008, 1008])
  const statuses = products.flatMap(({ url }) =>
    [laptop, phone].map(async (cookie) => (await fetch(`${url}/api/auth/user`, { headers: { cookie } })).status),
  )
  expect(await Promise.all(statuses)).toEqual([401, 401, 401, 401])
})

function openSocket({ url }: Product, cookie: string) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { headers: { origin: url, cookie } })
  closing.push(async () => socket.terminate())
  return {
    opened: new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject)),
    ended: new Promise<number>((resolve) => socket.once("close", resolve)),
  }
}

test.each(DATABASES)("on %s one process goes and the other stays", async (database) => {
  const { products, sql } = await twoProcesses(database)
  const [first, second] = products
  await first.stop()
  expect(await joinAt(second, "after@example.org")).toBe(201)
  expect(await sql`select 1 from memberships`).toHaveLength(1)
})
