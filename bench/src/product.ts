import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

export const HOUSE = join(import.meta.dirname, "../..")
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

/** Starts the product and waits until it is ready. With a folder it starts on the data that is there. */
export async function startProduct(dataFolder = mkdtempSync(join(tmpdir(), "bench-"))): Promise<Product> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, [join(HOUSE, "server/src/main.ts")], {
    cwd: HOUSE,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataFolder, RATE_LIMITS: "off", LOG_LEVEL: "error" },
    stdio: ["ignore", "ignore", "inherit"],
  })
  await answering(`${url}/readyz`, child)
  return {
    url,
    dataFolder,
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - began,
    stop: () => stop(child),
  }
}

/** Runs a file of this house as a server; it prints the port it listens on. */
export async function startBare(
  file: string,
  args: readonly string[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const port = await new Promise<string>((resolve) => child.stdout.once("data", (line) => resolve(String(line).trim())))
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(child) }
}

export function forget(product: Product): void {
  rmSync(product.dataFolder, { recursive: true, force: true })
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
