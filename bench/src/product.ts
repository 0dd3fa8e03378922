import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

export const ROOT = join(import.meta.dirname, "../..")
const START_TIMEOUT_MS = 120_000

export interface Product {
  readonly url: string
  readonly dataFolder: string
  readonly pid: number
  /** From the command to the first 200 of `/readyz`. */
  readonly readyAfterMs: number
  stop(): Promise<void>
}

/** Waits until the product is ready. A given folder may be in use by another process: both then share its database. */
export async function startProduct(
  dataFolder = mkdtempSync(join(tmpdir(), "bench-")),
  settings: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(ROOT, "server/dist/main.js")], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled"),
      MALLOC_ARENA_MAX: "2",
      MALLOC_MMAP_THRESHOLD_: "131072",
      PORT: String(port),
      DATA_DIR: dataFolder,
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  })
  stopAtExit(child)
  await waitUntilReady(`${url}/readyz`, child)
  return {
    url,
    dataFolder,
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - startedAt,
    stop: () => stop(child),
  }
}

export type BareServer = Pick<Product, "url" | "pid" | "stop">

export async function startBare(file: string, args: readonly string[]): Promise<BareServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  stopAtExit(child)
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (line) => resolve(String(line).trim()))
    child.once("exit", (code) => reject(new Error(`${file} exited with code ${code}`)))
  })
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => stop(child) }
}

export function deleteData(product: Product): void {
  rmSync(product.dataFolder, { recursive: true, force: true })
}

/** Creates the first administrator. @returns the cookies of the session */
export async function createAdmin({ url }: Product): Promise<string> {
  const admin = { username: "root", email: "root@example.org", firstName: "Ada", lastName: "Bench" }
  const response = await fetch(`${url}/api/admin/setup`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ ...admin, password: "anba pye mango a" }),
  })
  if (response.status !== 201) throw new Error(`the setup responded with ${response.status}`)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0])
  return cookies.join("; ")
}

/** Resident memory of a process, in MB, without PostgreSQL. */
export function memoryMb({ pid }: Pick<Product, "pid">): number {
  const kilobytes = readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1]
  return Number(kilobytes) / 1024
}

export function processorSeconds({ pid }: Pick<Product, "pid">): number {
  // The program's name may contain any character, so the fields start after its closing parenthesis (proc_pid_stat(5)).
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

const TICKS_PER_SECOND = 100

/** Stops the child with the bench, also after an error. */
function stopAtExit(child: ChildProcess): void {
  const kill = () => child.kill("SIGTERM")
  process.once("exit", kill)
  child.once("exit", () => process.off("exit", kill))
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the product exited with code ${child.exitCode}`)
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    await sleep(10)
  }
  throw new Error("the product is not ready")
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  await exited
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}
