import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

const SERVER = join(import.meta.dirname, "../../server/src")
const READY_MS = 60_000
const GOODBYE_MS = 15_000

/** The product, running on a folder of its own with its own embedded database. */
export interface Product {
  readonly url: string
  readonly dataDir: string
  /** Asks it to stop and waits until it is gone. */
  stop(): Promise<void>
  /** Stops its process where it stands, until it is told to go on. */
  freeze(): void
  thaw(): void
  /** The process alone dies; a database that it started stays. */
  die(): Promise<void>
  /** The power cut: product and database die in the same instant. */
  kill(): Promise<void>
}

/** A new, empty folder. There is a space in its path, as in many a home. */
export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), "house of tests "))
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true })
}

/** What is started: the product as it was built, or straight from its sources, for developing. */
export type Program = "main.ts" | "dev.ts"

type Settings = Record<string, string>

/**
 * Starts the product and waits until it says that it is ready. Settings may follow from the address it will have.
 * @throws {Error} with what it printed, when it ends or does not become ready
 */
export async function startProduct(
  dataDir: string,
  settings: Settings | ((url: string) => Promise<Settings>) = {},
  program: Program = "main.ts",
): Promise<Product> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(SERVER, program)], {
    // A group of its own, so that all of it can be killed at once.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...surroundings(),
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMITS: "off",
      ...(typeof settings === "function" ? await settings(url) : settings),
    },
  })
  const printed: string[] = []
  child.stdout.on("data", (part: Buffer) => printed.push(part.toString()))
  child.stderr.on("data", (part: Buffer) => printed.push(part.toString()))
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const kill = async () => {
    killAll(child, dataDir)
    await gone
  }
  try {
    await ready(url, child)
  } catch (error) {
    await kill()
    throw new Error(`the product did not start: ${printed.join("").slice(-4000)}`, { cause: error })
  }
  return {
    url,
    dataDir,
    kill,
    stop: () => goodbye(child, gone, kill),
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async die() {
      child.kill("SIGKILL")
      await gone
    },
  }
}

/** What a program needs of its surroundings, and none of the settings that somebody may have there. */
function surroundings(): NodeJS.ProcessEnv {
  const kept = ["PATH", "HOME", "TMPDIR", "TEMP", "SYSTEMROOT", "LANG"]
  return Object.fromEntries(kept.map((name) => [name, process.env[name]]))
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + READY_MS
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("it ended")
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.status === 200) return
    await sleep(20)
  }
  throw new Error("it is not ready")
}

async function goodbye(child: ChildProcess, gone: Promise<void>, kill: () => Promise<void>): Promise<void> {
  child.kill("SIGTERM")
  const late = await Promise.race([gone.then(() => false), sleep(GOODBYE_MS, true, { ref: false })])
  if (late) await kill()
  if (late || child.exitCode !== 0)
    throw new Error(`the product did not stop in order: ${child.exitCode ?? "too slow"}`)
}

function killAll(child: ChildProcess, dataDir: string): void {
  const pids = [...databaseOf(dataDir), ...(child.pid ? [-child.pid] : [])]
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // It was faster.
    }
  }
}

/** kill -9 of the embedded database alone, as by the kernel when memory runs out. */
export function killDatabase(dataDir: string): void {
  for (const pid of databaseOf(dataDir)) process.kill(pid, "SIGKILL")
}

/** The database may live in a group of its own: its main process is in its pid file, and the others are its children. */
function databaseOf(dataDir: string): number[] {
  const [file] = globSync("**/postmaster.pid", { cwd: dataDir })
  if (!file) return []
  const main = Number(readFileSync(join(dataDir, file), "utf8").split("\n")[0])
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
  const all = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
  return [main, ...all.filter(([, parent]) => parent === main).map(([pid = 0]) => pid)].filter((pid) => pid > 1)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}
