import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { get, type IncomingHttpHeaders } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { measureBareJoins, openBarePool } from "./database.ts"
import { measureScores } from "./lighthouse.ts"
import { measureRatio, measureThroughput, type Target } from "./load.ts"
import { createAdmin, deleteData, memoryMb, type Product, startBare, startProduct } from "./product.ts"
import type { Report } from "./results.ts"
import { measureBareHashes, measureRead, measureReadUnderSignIns, measureSignIns, registerAda } from "./sign-ins.ts"

export async function measureStarts(report: Report): Promise<void> {
  const cold = await startProduct()
  report({ metric: "ready, first start", measured: cold.readyAfterMs / 1000, budget: 3, bound: "max", unit: "s" })
  await cold.stop()
  const product = await startProduct(cold.dataFolder)
  const restart = product.readyAfterMs / 1000
  report({ metric: "ready, next start", measured: restart, budget: 1, bound: "max", unit: "s" })
  await product.stop()
  deleteData(product)
}

/** Measures with a product of its own, which is not in its first start. */
export function onSite(
  measure: (product: Product, report: Report) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
) {
  return async (report: Report): Promise<void> => {
    const first = await startProduct()
    await first.stop()
    const product = await startProduct(first.dataFolder, settings)
    try {
      await measure(product, report)
    } finally {
      await product.stop()
      deleteData(product)
    }
  }
}

export async function measureMemory(product: Product, report: Report): Promise<void> {
  const { url } = product
  report({ metric: "memory, idle", measured: memoryMb(product), budget: 130, bound: "max", unit: "MB" })
  await measureSignIns(url, await registerAda(url))
  const targets = [...READ_PATHS.map((path) => ({ url: url + path, headers: BROTLI })), joinTarget(url)]
  for (let round = 0; round < MEMORY_ROUNDS; round++) for (const target of targets) await measureThroughput(target)
  const details = `${memoryMb(product).toFixed(0)} MB as it ended`
  await sleep(REST_MS)
  const measured = memoryMb(product)
  report({ metric: "memory, 70 seconds after load", measured, budget: 180, bound: "max", unit: "MB", details })
}

const MEMORY_ROUNDS = 3
/** The server looks twice a minute whether it is at rest after load. */
const REST_MS = 70_000
export const BROTLI = { "accept-encoding": "br" }
export const READ_PATHS = ["/", "/healthz", "/api/testimonials"]

export async function measureReads(product: Product, report: Report): Promise<void> {
  const { url } = product
  const cookie = await createAdmin(product)
  const scratch = mkdtempSync(join(tmpdir(), "bench-bytes-"))
  const compare = (metric: string, target: Target, budget: number) =>
    compareWithBareHttp({ metric, target, budget, file: join(scratch, "body") }, report)
  await compare("home page from memory", { url: `${url}/`, headers: BROTLI }, 0.9)
  await compare("response without database, all hooks on", { url: `${url}/healthz` }, 0.7)
  await compare("testimonials, from memory", { url: `${url}/api/testimonials` }, 0.5)
  await compare("own account, one indexed read", { url: `${url}/api/auth/user`, headers: { cookie } }, 0.15)
  rmSync(scratch, { recursive: true })
}

/** Against a service that has the same calls and tables and nothing else. */
export async function measureBesideFastify(product: Product, report: Report): Promise<void> {
  const { url, dataFolder } = product
  const headers = { cookie: await createAdmin(product) }
  const bare = await startBare("bare-fastify.ts", [dataFolder])
  const compare = async (metric: string, targetAt: (base: string) => Target) => {
    const { ratio: measured, ...rates } = await measureRatio(
      () => measureThroughput(targetAt(url)),
      () => measureThroughput(targetAt(bare.url)),
    )
    report({ metric, measured, budget: 0.9, bound: "min", unit: "×", details: formatRates(rates) })
  }
  await compare("beside bare Fastify: no database", (base) => ({ url: `${base}/healthz` }))
  await compare("beside bare Fastify: own account", (base) => ({ url: `${base}/api/auth/user`, headers }))
  await compare("beside bare Fastify: join", joinTarget)
  await bare.stop()
}

interface Comparison {
  readonly metric: string
  readonly target: Target
  readonly budget: number
  /** Where the response is stored for the bare server. */
  readonly file: string
}

async function compareWithBareHttp({ metric, target, budget, file }: Comparison, report: Report): Promise<void> {
  const { body, headers } = await fetchRaw(target)
  writeFileSync(file, body)
  const bare = await startBare("bare-http.ts", [
    file,
    headers["content-type"] ?? "",
    headers["content-encoding"] ?? "-",
  ])
  const { ratio: measured, ...rates } = await measureRatio(
    () => measureThroughput(target),
    () => measureThroughput({ ...target, url: bare.url }),
  )
  await bare.stop()
  report({ metric, measured, budget, bound: "min", unit: "×", details: formatRates(rates) })
}

/** Fetches a response without decoding its content encoding, which fetch() would do. */
function fetchRaw({ url, headers = {} }: Target): Promise<{ body: Buffer; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => resolve({ body: Buffer.concat(chunks), headers: response.headers }))
    }).on("error", reject)
  })
}

export async function measureJoins({ url, dataFolder }: Product, report: Report): Promise<void> {
  const pool = openBarePool(dataFolder)
  const target = joinTarget(url)
  const { ratio: measured, ...rates } = await measureRatio(
    () => measureThroughput(target),
    () => measureBareJoins(pool),
  )
  await pool.end()
  const metric = "join: validated, committed, welcome email queued"
  report({ metric, measured, budget: 0.5, bound: "min", unit: "×", details: formatRates(rates) })
}

export function joinTarget(url: string): Target {
  let number = Date.now() * 1000
  return {
    url: `${url}/api/membership`,
    headers: { "content-type": "application/json" },
    body: () => JSON.stringify({ name: "Ada", email: `bench-${++number}@example.org` }),
  }
}

export async function measureSignInLoad({ url }: Product, report: Report): Promise<void> {
  const device = await registerAda(url)
  const { ratio: rate, ...rates } = await measureRatio(() => measureSignIns(url, device), measureBareHashes)
  const metric = "sign-ins against bare Argon2id"
  report({ metric, measured: rate, budget: 0.8, bound: "min", unit: "×", details: formatRates(rates) })
  const read = `${url}/api/appointments/slots?date=${new Date().toISOString().slice(0, 10)}`
  const {
    ratio: slower,
    ours,
    bare,
  } = await measureRatio(
    () => measureReadUnderSignIns(url, device, read),
    () => measureRead(read),
  )
  report({
    metric: "open hours, p99 while a hundred sign in, against idle",
    measured: slower,
    budget: 3,
    bound: "max",
    unit: "×",
    details: `${ours.toFixed(1)} ms against ${bare.toFixed(1)} ms`,
  })
}

export async function measurePageScores({ url }: Product, report: Report): Promise<void> {
  for (const path of await readPublicPages(url)) {
    for (const [category, points] of Object.entries((await measureScores(url + path)) ?? {})) {
      const metric = `${path}, Lighthouse mobile, ${category}`
      report({ metric, measured: points, budget: 100, bound: "min", unit: "points" })
    }
  }
}

/** What search engines find: each page in English, of those below a folder only the first, and the French home page. */
async function readPublicPages(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname)
  const english = paths.filter((path) => !/^\/(?:fr|ht|es)(?:\/|$)/.test(path))
  const folders = new Map(english.map((path) => [path.replace(/[^/]+$/, ""), path] as const).reverse())
  return ["/fr", ...english.filter((path) => path.lastIndexOf("/") === 0 || [...folders.values()].includes(path))]
}

function formatRates({ ours, bare }: { ours: number; bare: number }): string {
  return `${Math.round(ours)} against ${Math.round(bare)} per second`
}
