import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { openDb } from "./db.ts"
import { preparedDataDir, removeDataDir, startProduct } from "./product.ts"

const ROUNDS = 30
const WRITERS = 8
/** The kill comes at a random moment within this time, during a write or shortly after it. */
const MAX_DELAY_MS = 20

test(`${ROUNDS} power cuts lose no acknowledged write, and the product starts again after each`, async () => {
  const dataDir = preparedDataDir()
  const acknowledged: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const product = await startProduct(dataDir)
    expect(await findLost(dataDir, acknowledged)).toEqual([])
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      write(product.url, `r${round}w${writer}`, acknowledged),
    )
    await waitForCount(acknowledged, acknowledged.length + round)
    await sleep(Math.random() * MAX_DELAY_MS)
    await product.killAll()
    await Promise.all(writers)
  }
  const product = await startProduct(dataDir)
  expect(await findLost(dataDir, acknowledged)).toEqual([])
  expect(await findWithoutEmail(dataDir)).toEqual([])
  await product.stop()
  removeDataDir(dataDir)
})

/** Waits until `count` writes are acknowledged: none in the first round, so its kill interrupts the first write. */
async function waitForCount(acknowledged: readonly string[], count: number): Promise<void> {
  while (acknowledged.length < count) await sleep(1)
}

/** Creates memberships until the product no longer responds, and records the acknowledged ones. */
async function write(url: string, writer: string, acknowledged: string[]): Promise<void> {
  for (let number = 0; ; number++) {
    const email = `${writer}n${number}@example.org`
    try {
      const response = await fetch(`${url}/api/membership`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "Ti Jan", email }),
      })
      // The status line acknowledges the write; the body may be cut off.
      if (response.status === 201) acknowledged.push(email)
      else if (response.status !== 503) throw new UnexpectedStatus(`${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    } catch (error) {
      if (error instanceof UnexpectedStatus) throw error
      return
    }
  }
}

class UnexpectedStatus extends Error {}

async function findLost(dataDir: string, acknowledged: readonly string[]): Promise<string[]> {
  const sql = openDb(dataDir)
  const rows = await sql<{ email: string }[]>`select email from memberships`
  await sql.end()
  const stored = new Set(rows.map(({ email }) => email))
  return acknowledged.filter((email) => !stored.has(email))
}

/** Finds memberships without a welcome email in the outbox: one transaction writes both. */
async function findWithoutEmail(dataDir: string): Promise<string[]> {
  const sql = openDb(dataDir)
  const rows = await sql<{ email: string }[]>`
    select email from memberships where not exists (select 1 from outbox where starts_with(key, 'membership.welcome:' || memberships.id))
  `
  await sql.end()
  return rows.map(({ email }) => email)
}
