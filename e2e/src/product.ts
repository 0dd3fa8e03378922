import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort, serverProcesses } from "@haitech/embedded-postgres/testing"

const SERVER = join(import.meta.dirname, "../../server")
const READY_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 60_000

/** The environment variable with the data directory that tests copy. */
export const PREPARED = "PREPARED_DATA_DIR"

/** A running server of the product, with its own data directory; it starts an embedded database unless it gets DATABASE_URL. */
export interface Product {
  readonly url: string
  readonly dataDir: string
  /** Sends SIGTERM and waits until the process exits. */
  stop(): Promise<void>
  /** Sends SIGSTOP: the process makes no progress until `resume`. */
  suspend(): void
  resume(): void
  /** Kills the process only; a database that it started keeps running. */
  killProcess(): Promise<void>
  /** Kills the process and its embedded database at once, as a power cut does. */
  killAll(): Promise<void>
}

/** Creates an empty data directory. Its path contains spaces, as home directories may. */
export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), "haitech e2e "))
}

/** Creates a data directory in which a product has been started before. Outside of a test run it is empty. */
export function preparedDataDir(): string {
  const dataDir = newDataDir()
  const prepared = process.env[PREPARED]
  if (!prepared) return dataDir
  for (const part of ["secret", "postgres/data"]) {
    cpSync(join(prepared, part), join(dataDir, part), { recursive: true })
  }
  return dataDir
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true })
}

/** The entry point: the built server with the built pages, or the development server. */
export type Program = "dist/main.js" | "src/dev.ts"

type Settings = Record<string, string>

/**
 * Starts the product and waits until it is ready. A function computes the settings from the product's URL. `dist` is the
 * folder of another build.
 * @throws {Error} with the process's output, when the process exits or does not become ready
 */
export async function startProduct(
  dataDir: string,
  settings: Settings | ((url: string) => Promise<Settings>) = {},
  program: Program = "dist/main.js",
  dist?: string,
): Promise<Product> {
  const port = ("PORT" in settings && settings.PORT) || (await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(SERVER, program), ...(dist ? [dist] : [])], {
    // A process group of its own, so that one signal kills all its processes.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...baseEnvironment(),
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMITS: "off",
      WEB_VITALS_SAMPLE: "0",
      DEMO: "content",
      ...(typeof settings === "function" ? await settings(url) : settings),
    },
  })
  const output: string[] = []
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk.toString()))
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const killAll = async () => {
    killGroup(child, dataDir)
    await exited
  }
  try {
    await waitUntilReady(url, child)
  } catch (error) {
    await killAll()
    throw new Error(`the product did not start: ${output.join("").slice(-4000)}`, { cause: error })
  }
  return {
    url,
    dataDir,
    killAll,
    stop: () => stopGracefully(child, exited, killAll),
    suspend: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async killProcess() {
      child.kill("SIGKILL")
      await exited
    },
  }
}

/** The environment variables that every process needs, without the product's settings of the caller's environment. */
function baseEnvironment(): NodeJS.ProcessEnv {
  const names = ["PATH", "HOME", "TMPDIR", "TEMP", "SYSTEMROOT", "LANG", "NODE_COMPILE_CACHE"]
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("the process exited")
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.status === 200) return
    await sleep(20)
  }
  throw new Error(`not ready after ${READY_TIMEOUT_MS} ms`)
}

async function stopGracefully(child: ChildProcess, exited: Promise<void>, killAll: () => Promise<void>): Promise<void> {
  child.kill("SIGTERM")
  const isLate = await Promise.race([exited.then(() => false), sleep(STOP_TIMEOUT_MS, true, { ref: false })])
  if (isLate) await killAll()
  if (isLate || child.exitCode !== 0)
    throw new Error(`the product did not stop gracefully: ${child.exitCode ?? "too slow"}`)
}

function killGroup(child: ChildProcess, dataDir: string): void {
  const pids = [...serverProcesses(join(dataDir, "postgres")), ...(child.pid ? [-child.pid] : [])]
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // The process has already exited.
    }
  }
}
