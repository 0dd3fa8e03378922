import { Agent } from "node:http"
import type { Pool } from "pg"
import { openBarePool } from "./database.ts"
import { timeRequest, timeRows } from "./growth.ts"
import { createAdmin, deleteData, type Product, startProduct } from "./product.ts"

/** A product with what its seed returned; `send` returns milliseconds, by POST when there is a body. */
export interface Seeded<Rows> {
  readonly rows: Rows
  readonly product: Product
  readRows(path: string, most?: number): ReturnType<typeof timeRows>
  send(path: string, body?: object): Promise<number>
  close(): Promise<void>
}

/** Runs `measure` with two products, one of each size, whose administrator is signed in. */
export async function onSizes<Size, Rows>(
  sizes: { readonly small: Size; readonly large: Size },
  seed: (pool: Pool, size: Size) => Promise<Rows>,
  measure: (small: Seeded<Rows>, large: Seeded<Rows>) => Promise<void>,
): Promise<void> {
  const small = await openSeeded((pool) => seed(pool, sizes.small))
  try {
    const large = await openSeeded((pool) => seed(pool, sizes.large))
    await measure(small, large).finally(() => large.close())
  } finally {
    await small.close()
  }
}

async function openSeeded<Rows>(seed: (pool: Pool) => Promise<Rows>): Promise<Seeded<Rows>> {
  const product = await startProduct()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const close = async () => {
    agent.destroy()
    await product.stop()
    deleteData(product)
  }
  try {
    const cookie = await createAdmin(product)
    const pool = openBarePool(product.dataFolder)
    const rows = await seed(pool).finally(() => pool.end())
    const send = (path: string, body?: object) =>
      timeRequest(`${product.url}${path}`, { agent, cookie, ...(body && { body }) })
    const readRows = (path: string, most?: number) => timeRows(`${product.url}${path}`, { agent, cookie }, most)
    return { rows, product, readRows, send, close }
  } catch (error) {
    await close()
    throw error
  }
}
