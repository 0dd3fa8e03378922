import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { openDb } from "./db.ts"
import { newDataDir, removeDataDir, startProduct } from "./product.ts"

const ROUNDS = 30
const WRITERS = 8
/** The cut comes at any moment of a write, and of what follows it. */
const WITHIN_MS = 20

test(`of everything that was acknowledged nothing is lost in ${ROUNDS} power cuts, and each time it comes back`, async () => {
  const dataDir = newDataDir()
  const acknowledged: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const product = await startProduct(dataDir)
    expect(await lost(dataDir, acknowledged)).toEqual([])
    const writing = Array.from({ length: WRITERS }, (_, writer) =>
      write(product.url, `r${round}w${writer}`, acknowledged),
    )
    await told(acknowledged, acknowledged.length + round)
    await sleep(Math.random() * WITHIN_MS)
    await product.kill()
    await Promise.all(writing)
  }
  const product = await startProduct(dataDir)
  expect(await lost(dataDir, acknowledged)).toEqual([])
  expect(await halves(dataDir)).toEqual([])
  await product.stop()
  removeDataDir(dataDir)
})

/** Waits until so many were acknowledged: none in the first round, whose cut falls into the first write. */
async function told(acknowledged: readonly string[], count: number): Promise<void> {
  while (acknowledged.length < count) await sleep(1)
}

/** Joins one member after the other until nobody answers any more, and remembers whom the product said yes to. */
async function write(url: string, writer: string, acknowledged: string[]): Promise<void> {
  for (let number = 0; ; number++) {
    const email = `${writer}n${number}@example.org`
    try {
      const response = await fetch(`${url}/api/membership`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "Ti Jan", email }),
      })
      // The status line is the promise; what follows may be cut off.
      if (response.status === 201) acknowledged.push(email)
      else if (response.status !== 503) throw new Refused(`${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    } catch (error) {
      if (error instanceof Refused) throw error
      return
    }
  }
}

class Refused extends Error {}

async function lost(dataDir: string, acknowledged: readonly string[]): Promise<string[]> {
  const sql = openDb(dataDir)
  const rows = await sql<{ email: string }[]>`select email from memberships`
  await sql.end()
  const kept = new Set(rows.map(({ email }) => email))
  return acknowledged.filter((email) => !kept.has(email))
}

/** Members without a letter in the outbox: the two are written in one transaction. */
async function halves(dataDir: string): Promise<string[]> {
  const sql = openDb(dataDir)
  const rows = await sql<{ email: string }[]>`
    select email from memberships where not exists (select 1 from outbox where starts_with(key, 'membership.welcome:' || memberships.id))
  `
  await sql.end()
  return rows.map(({ email }) => email)
}
