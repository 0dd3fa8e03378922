// `npm run bench` measures the budgets of docs/OPERATING.md that are a ratio, a time or a size of the running product, and
// writes bench/RESULTS.md. `-- admin` measures only the admin lists, `-- sockets` only live messages, without the file.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { get, type IncomingHttpHeaders } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { measureAdminLists } from "./admin-lists.ts"
import { measureBareJoins, openBarePool } from "./database.ts"
import { measureScores } from "./lighthouse.ts"
import { measureLiveMessages } from "./live-messages.ts"
import { measureRatio, measureThroughput, type Target } from "./load.ts"
import { deleteData, memoryMb, type Product, startBare, startProduct } from "./product.ts"
import { formatTable, passes, publish, type Result } from "./results.ts"
import { measureBareHashes, measureRead, measureReadUnderSignIns, measureSignIns, registerAda } from "./sign-ins.ts"

const scratch = mkdtempSync(join(tmpdir(), "bench-bytes-"))
const results: Result[] = []

const benchmarks: Readonly<Record<string, () => Promise<Result[]>>> = {
  admin: measureAdminLists,
  sockets: measureLiveMessages,
}
const selected = benchmarks[process.argv[2] ?? ""]
if (selected) {
  results.push(...(await selected()))
  console.log(formatTable(results))
} else {
  await measureSite()
  for (const measure of Object.values(benchmarks)) results.push(...(await measure()))
  publish(results)
}
rmSync(scratch, { recursive: true })
process.exitCode = results.every(passes) ? 0 : 1

async function measureSite(): Promise<void> {
  const cold = await startProduct()
  results.push({ metric: "ready, first start", measured: cold.readyAfterMs / 1000, budget: 3, bound: "max", unit: "s" })
  await cold.stop()
  const product = await startProduct(cold.dataFolder)
  const restart = product.readyAfterMs / 1000
  results.push({ metric: "ready, next start", measured: restart, budget: 1, bound: "max", unit: "s" })
  try {
    results.push({ metric: "memory, idle", measured: memoryMb(product), budget: 130, bound: "max", unit: "MB" })
    // Before the joins, whose emails keep the outbox worker busy for a while.
    await measureSignInLoad(product)
    await measureReads(product)
    await measureJoins(product)
    results.push({ metric: "memory, after load", measured: memoryMb(product), budget: 180, bound: "max", unit: "MB" })
    await measurePageScores(product)
  } finally {
    await product.stop()
    deleteData(product)
  }
}

async function measureReads({ url }: Product): Promise<void> {
  const brotli = { "accept-encoding": "br" }
  await compareWithBareHttp("home page from memory", { url: `${url}/`, headers: brotli }, 0.9)
  await compareWithBareHttp("response without database, all hooks on", { url: `${url}/healthz` }, 0.7)
  await compareWithBareHttp("testimonials, one indexed read", { url: `${url}/api/testimonials` }, 0.25)
}

async function compareWithBareHttp(metric: string, target: Target, budget: number): Promise<void> {
  const { body, headers } = await fetchRaw(target)
  const file = join(scratch, "body")
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
  results.push({ metric, measured, budget, bound: "min", unit: "×", details: formatRates(rates) })
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

async function measureJoins({ url, dataFolder }: Product): Promise<void> {
  const pool = openBarePool(dataFolder)
  let number = Date.now() * 1000
  const joinTarget = {
    url: `${url}/api/membership`,
    headers: { "content-type": "application/json" },
    body: () => JSON.stringify({ name: "Ada", email: `bench-${++number}@example.org` }),
  }
  const { ratio: measured, ...rates } = await measureRatio(
    () => measureThroughput(joinTarget),
    () => measureBareJoins(pool),
  )
  await pool.end()
  const metric = "join: validated, committed, welcome email queued"
  results.push({ metric, measured, budget: 0.5, bound: "min", unit: "×", details: formatRates(rates) })
}

async function measureSignInLoad({ url }: Product): Promise<void> {
  const device = await registerAda(url)
  const { ratio: rate, ...rates } = await measureRatio(() => measureSignIns(url, device), measureBareHashes)
  const metric = "sign-ins against bare Argon2id"
  results.push({ metric, measured: rate, budget: 0.8, bound: "min", unit: "×", details: formatRates(rates) })
  const read = `${url}/api/testimonials`
  const {
    ratio: slower,
    ours,
    bare,
  } = await measureRatio(
    () => measureReadUnderSignIns(url, device, read),
    () => measureRead(read),
  )
  results.push({
    metric: "testimonials, p99 while a hundred sign in, against idle",
    measured: slower,
    budget: 3,
    bound: "max",
    unit: "×",
    details: `${ours.toFixed(1)} ms against ${bare.toFixed(1)} ms`,
  })
}

async function measurePageScores({ url }: Product): Promise<void> {
  for (const [category, points] of Object.entries((await measureScores(`${url}/`)) ?? {})) {
    const metric = `home page, Lighthouse mobile, ${category}`
    results.push({ metric, measured: points, budget: 100, bound: "min", unit: "points" })
  }
}

function formatRates({ ours, bare }: { ours: number; bare: number }): string {
  return `${Math.round(ours)} against ${Math.round(bare)} per second`
}
