import { Agent, request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, expect, test } from "vitest"
import { DATABASES_AND_POOLER, databaseSettings, openDatabase } from "./databases.ts"
import { type Product, preparedDataDir, removeDataDir, startProduct } from "./product.ts"

/** By hand up to 50 and more. */
const RESTARTS = Number(process.env["ROLLING_RESTARTS"] ?? 2)
const TIMEOUT_MS = 600_000 + RESTARTS * 60_000
const WRITERS = 6
const CHECK_MS = 100

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const TITLE = "on %s restarts under load lose no request when a balancer checks /readyz"
test.each(DATABASES_AND_POOLER)(TITLE, { timeout: TIMEOUT_MS }, async (database) => {
  const dataDir = preparedDataDir()
  cleanups.push(() => removeDataDir(dataDir))
  const settings = { DRAIN_SECONDS: "5", ...(await databaseSettings(database)) }
  const products = [await startProduct(dataDir, settings), await startProduct(dataDir, settings)]
  cleanups.push(() => Promise.all(products.map((product) => product.stop())))
  const balancer = startBalancer(products)
  const sent: string[] = []
  const problems: string[] = []
  let isOver = false
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let number = 0; !isOver; number++) {
      const email = `w${writer}n${number}@example.org`
      const result = await balancer.post("/api/membership", { name: "Ti Jan", email })
      if (result === 201) sent.push(email)
      else problems.push(`${email}: ${result}`)
    }
  })
  for (let restart = 0; restart < RESTARTS; restart++) {
    const index = restart % 2
    const before = sent.length
    await products[index]?.stop()
    products[index] = await startProduct(dataDir, settings)
    await expect.poll(() => balancer.readyCount()).toBe(2)
    expect(sent.length).toBeGreaterThan(before)
  }
  isOver = true
  await Promise.all(writers)
  await balancer.stop()
  expect(problems).toEqual([])
  const sql = openDatabase(dataDir, settings)
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from memberships`
  await sql.end()
  expect(row?.count).toBe(sent.length)
})

/** Sends requests in turn to the products that were ready when it last asked, on connections that it keeps open. */
function startBalancer(products: readonly Product[]) {
  const agent = new Agent({ keepAlive: true })
  let ready: readonly Product[] = products
  let isOver = false
  let turn = 0
  const checking = (async () => {
    while (!isOver) {
      const current = [...products]
      const states = await Promise.all(current.map(isReady))
      ready = current.filter((_, index) => states[index])
      await sleep(CHECK_MS)
    }
  })()
  return {
    readyCount: () => ready.length,
    post: (path: string, body: object) => post(agent, `${ready[turn++ % ready.length]?.url}${path}`, body),
    async stop() {
      isOver = true
      await checking
      agent.destroy()
    },
  }
}

async function isReady({ url }: Product): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.status === 200
}

/** Resolves to the status, or to the code of the connection's error. */
function post(agent: Agent, url: string, body: object): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json" }
    const sending = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0))
    })
    sending.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sending.end(JSON.stringify(body))
  })
}
