// `npm run bench`: every budget of docs/OPERATING.md that is a ratio, a time or a size of the running product. With the
// word `admin`, how the office's lists grow, or `sockets`, live messages: that alone, on the screen only.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { get, type IncomingHttpHeaders } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { adminLists } from "./admin-lists.ts"
import { bareJoins, openBare } from "./database.ts"
import { scores } from "./lighthouse.ts"
import { ratio, type Target, throughput } from "./load.ts"
import { forget, memoryMb, type Product, startBare, startProduct } from "./product.ts"
import { passes, publish, type Result, tableOf } from "./results.ts"
import { bareHashes, readAlone, readAmidCrowd, registerAda, signIns } from "./sign-ins.ts"
import { sockets } from "./sockets.ts"

const scratch = mkdtempSync(join(tmpdir(), "bench-bytes-"))
const results: Result[] = []

const parts: Readonly<Record<string, () => Promise<Result[]>>> = { admin: adminLists, sockets }
const part = parts[process.argv[2] ?? ""]
if (part) {
  results.push(...(await part()))
  console.log(tableOf(results))
} else {
  await visits()
  for (const measure of Object.values(parts)) results.push(...(await measure()))
  publish(results)
}
rmSync(scratch, { recursive: true })
process.exitCode = results.every(passes) ? 0 : 1

async function visits(): Promise<void> {
  const cold = await startProduct()
  results.push({ what: "ready, first start", measured: cold.readyAfterMs / 1000, budget: 3, bound: "most", unit: "s" })
  await cold.stop()
  const product = await startProduct(cold.dataFolder)
  const again = product.readyAfterMs / 1000
  results.push({ what: "ready, next start", measured: again, budget: 1, bound: "most", unit: "s" })
  try {
    results.push({ what: "memory, idle", measured: memoryMb(product), budget: 130, bound: "most", unit: "MB" })
    // First: the letters of the joins below are being written for a while.
    await crowds(product)
    await answers(product)
    await writes(product)
    results.push({ what: "memory, after load", measured: memoryMb(product), budget: 180, bound: "most", unit: "MB" })
    await pageScores(product)
  } finally {
    await product.stop()
    forget(product)
  }
}

/** Reads, each against bare node:http that sends the same bytes. */
async function answers({ url }: Product): Promise<void> {
  const brotli = { "accept-encoding": "br" }
  await against("home page from memory", { url: `${url}/`, headers: brotli }, 0.9)
  await against("answer without database, all hooks on", { url: `${url}/healthz` }, 0.7)
  await against("testimonials, one indexed read", { url: `${url}/api/testimonials` }, 0.25)
}

async function against(what: string, target: Target, budget: number): Promise<void> {
  const { body, headers } = await raw(target)
  const file = join(scratch, "body")
  writeFileSync(file, body)
  const bare = await startBare("bare-http.ts", [
    file,
    headers["content-type"] ?? "",
    headers["content-encoding"] ?? "-",
  ])
  const { ratio: measured, ...behind } = await ratio(
    () => throughput(target),
    () => throughput({ ...target, url: bare.url }),
  )
  await bare.stop()
  results.push({ what, measured, budget, bound: "least", unit: "×", behind: perSecond(behind) })
}

/** An answer as it comes over the wire: fetch would undo the encoding. */
function raw({ url, headers = {} }: Target): Promise<{ body: Buffer; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on("data", (part: Buffer) => parts.push(part))
      answer.on("end", () => resolve({ body: Buffer.concat(parts), headers: answer.headers }))
    }).on("error", reject)
  })
}

/** A join, validated and committed, with its welcome mail, against the bare driver's same transaction. */
async function writes({ url, dataFolder }: Product): Promise<void> {
  const pool = openBare(dataFolder)
  let number = Date.now() * 1000
  const join = {
    url: `${url}/api/membership`,
    headers: { "content-type": "application/json" },
    body: () => JSON.stringify({ name: "Ada", email: `bench-${++number}@example.org` }),
  }
  const { ratio: measured, ...behind } = await ratio(
    () => throughput(join),
    () => bareJoins(pool),
  )
  await pool.end()
  const what = "join: validated, committed, welcome mail queued"
  results.push({ what, measured, budget: 0.5, bound: "least", unit: "×", behind: perSecond(behind) })
}

/** Sign-ins against the bare hashing library, and what a crowd of them leaves of a read (D3, security DU-16). */
async function crowds({ url }: Product): Promise<void> {
  const device = await registerAda(url)
  const { ratio: rate, ...behind } = await ratio(() => signIns(url, device), bareHashes)
  const what = "sign-ins against bare Argon2id"
  results.push({ what, measured: rate, budget: 0.8, bound: "least", unit: "×", behind: perSecond(behind) })
  const read = `${url}/api/testimonials`
  const {
    ratio: slower,
    ours,
    bare,
  } = await ratio(
    () => readAmidCrowd(url, device, read),
    () => readAlone(read),
  )
  results.push({
    what: "testimonials, p99 while a hundred sign in, against idle",
    measured: slower,
    budget: 3,
    bound: "most",
    unit: "×",
    behind: `${ours.toFixed(1)} ms against ${bare.toFixed(1)} ms`,
  })
}

async function pageScores({ url }: Product): Promise<void> {
  for (const [category, points] of Object.entries((await scores(`${url}/`)) ?? {})) {
    const what = `home page, Lighthouse mobile, ${category}`
    results.push({ what, measured: points, budget: 100, bound: "least", unit: "points" })
  }
}

function perSecond({ ours, bare }: { ours: number; bare: number }): string {
  return `${Math.round(ours)} against ${Math.round(bare)} per second`
}
