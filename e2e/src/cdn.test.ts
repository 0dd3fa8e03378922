import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test, vi } from "vitest"
import { openDb } from "./db.ts"
import { type Product, preparedDataDir, removeDataDir, startProduct } from "./product.ts"

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0).reverse()) await close()
})

test("a CDN is purged when all processes show what was published, and may keep that", async () => {
  const dataDir = preparedDataDir()
  cleanups.push(() => removeDataDir(dataDir))
  const products: Product[] = []
  const purges: Promise<string[]>[] = []
  const cdn = createServer((_request, response) => {
    // As a reader would who comes right after the purge, to either process; at the end of the test one may be gone.
    const pages = products.map(async ({ url }) => (await fetch(url)).text())
    purges.push(Promise.all(pages).catch(() => []))
    response.end()
  }).listen(0, "127.0.0.1")
  cleanups.push(() => cdn.close())
  await vi.waitUntil(() => cdn.listening)
  const settings = { CDN_MAX_AGE: "300", CDN_PURGE_URL: `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/` }
  for (const WORKER of ["on", "off"]) {
    const product = await startProduct(dataDir, { ...settings, WORKER })
    products.push(product)
    cleanups.push(() => product.stop())
  }
  await vi.waitUntil(() => purges.length > 0, { timeout: 60_000 })
  const sql = openDb(dataDir)
  cleanups.push(() => sql.end())
  await sql`insert into testimonials (id, name, role, content) values (gen_random_uuid(), 'Wideline', 'Learner', 'Mèsi.')`
  await expect
    .poll(async () => ((await purges.at(-1)) ?? []).map((html) => html.includes("Wideline")), { timeout: 60_000 })
    .toEqual([true, true])
  const { headers } = await fetch((products[1] as Product).url)
  expect(headers.get("cache-control")).toContain("max-age=0, s-maxage=300")
})
