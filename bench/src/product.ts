import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

export const ROOT = join(import.meta.dirname, "../..")
const PATIENCE_MS = 30_000

/** The product as `npm start` runs it, on a data folder and a port of its own. */
export interface Product {
  readonly url: string
  readonly dataFolder: string
  readonly pid: number
  /** From the command to the first answer of `/readyz`. */
  readonly readyAfterMs: number
  stop(): Promise<void>
}

/**
 * Starts the product and waits until it is ready. With a folder it starts on the data that is there; beside another one
 * that runs on it, the two share its database.
 */
export async function startProduct(
  dataFolder = mkdtempSync(join(tmpdir(), "bench-")),
  settings: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, [join(ROOT, "server/src/main.ts")], {
    cwd: ROOT,
    env: {
      ...process.env,
      // As in production.
      NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled"),
      PORT: String(port),
      DATA_DIR: dataFolder,
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  })
  leaveNone(child)
  await answering(`${url}/readyz`, child)
  return {
    url,
    dataFolder,
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - began,
    stop: () => stop(child),
  }
}

/** A file of this house that runs as a server. */
export type Bare = Pick<Product, "url" | "pid" | "stop">

/** Runs it; it prints the port it listens on. */
export async function startBare(file: string, args: readonly string[]): Promise<Bare> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  leaveNone(child)
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (line) => resolve(String(line).trim()))
    child.once("exit", (code) => reject(new Error(`${file} ended with code ${code}`)))
  })
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => stop(child) }
}

export function forget(product: Product): void {
  rmSync(product.dataFolder, { recursive: true, force: true })
}

/** Makes the first administrator. @returns the cookies of the session */
export async function setUp({ url }: Product): Promise<string> {
  const founder = { username: "root", email: "root@example.org", firstName: "Ada", lastName: "Bench" }
  const answer = await fetch(`${url}/api/admin/setup`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ ...founder, password: "anba pye mango a" }),
  })
  if (answer.status !== 201) throw new Error(`the setup answered ${answer.status}`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0])
  return cookies.join("; ")
}

/** Resident memory of a process, in MB. PostgreSQL's is its own. */
export function memoryMb({ pid }: Pick<Product, "pid">): number {
  const kilobytes = readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1]
  return Number(kilobytes) / 1024
}

/** How long a process has kept a core busy so far, in seconds. */
export function processorSeconds({ pid }: Pick<Product, "pid">): number {
  // After the program's name, which may hold anything: the state, then numbers (proc_pid_stat(5)).
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

const TICKS_PER_SECOND = 100

/** What the bench started ends with it, also when something went wrong. */
function leaveNone(child: ChildProcess): void {
  const end = () => child.kill("SIGTERM")
  process.once("exit", end)
  child.once("exit", () => process.off("exit", end))
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the product ended with code ${child.exitCode}`)
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return
    await sleep(10)
  }
  throw new Error("the product is not ready")
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}
