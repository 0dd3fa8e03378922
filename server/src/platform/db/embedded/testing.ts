import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { onTestFinished } from "vitest"
import { exists, postmasterOf, readPidFile } from "./postmaster.ts"

/** A folder for one test; servers that the test leaves in it are ended. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "haitech-embedded-"))
  onTestFinished(() => {
    const left = postmasterOf(join(folder, "data"))
    if (left) process.kill(left.pid, "SIGKILL")
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  })
  return folder
}

/** Another process of the product that has started the database, or failed to. */
export interface Elsewhere {
  readonly process: ChildProcess
  readonly attached: boolean
  /** The message it refused with. */
  readonly refusal?: string
  query(text: string): Promise<unknown>
  /** Leaves in good order. */
  stop(): Promise<void>
  /** kill -9, the process only. */
  kill(): Promise<void>
}

interface Circumstances {
  /** Before the command of Node. */
  readonly wrap?: readonly string[]
  readonly uid?: number
}

export async function startElsewhere(folder: string, { wrap = [], uid }: Circumstances = {}): Promise<Elsewhere> {
  const child = spawnOther(folder, wrap, uid)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async () => JSON.parse((await lines.next()).value ?? '{"refusal":"no answer"}')
  const ask = (text: string) => {
    child.stdin.write(`${JSON.stringify(text)}\n`)
    return answer()
  }
  const ended = once(child, "exit")
  return {
    process: child,
    ...(await answer()),
    query: ask,
    async stop() {
      child.stdin.end()
      await ended
    },
    async kill() {
      child.kill("SIGKILL")
      await ended
    },
  }
}

/** Only starts it, for those who interrupt. */
export function spawnOther(folder: string, wrap: readonly string[] = [], uid?: number) {
  const node = [process.execPath, "--input-type=module", "-e", script(folder)]
  const [file = "", ...rest] = [...wrap, ...node]
  const who = uid === undefined ? {} : { uid, gid: uid }
  return spawn(file, rest, { ...who, cwd: "/", stdio: ["pipe", "pipe", "inherit"] })
}

const script = (folder: string) => `
  import { createInterface } from "node:readline"
  import { startEmbedded } from ${JSON.stringify(new URL("start.ts", import.meta.url))}
  import { openDb } from ${JSON.stringify(new URL("../client.ts", import.meta.url))}
  const say = (answer) => console.log(JSON.stringify(answer))
  try {
    const embedded = await startEmbedded(${JSON.stringify(folder)})
    const { pool, close } = openDb(embedded, { max: 2 })
    say({ attached: embedded.attached })
    for await (const line of createInterface({ input: process.stdin })) {
      say(await pool.query(JSON.parse(line)).then(({ rows }) => rows, (error) => ({ failed: error.message })))
    }
    await close()
    await embedded.stop()
  } catch (error) {
    say({ refusal: error.name + ": " + error.message })
  }
`

/** kill -9 of the whole server, as by the kernel when memory runs out. */
export async function killServer(folder: string): Promise<void> {
  const running = readPidFile(join(folder, "data"))
  if (!running) throw new Error("no server to kill")
  const family = spawnSync("ps", ["--ppid", String(running.pid), "-o", "pid="], { encoding: "utf8" }).stdout
  for (const pid of [running.pid, ...family.trim().split(/\s+/).map(Number)]) {
    if (exists(pid)) process.kill(pid, "SIGKILL")
  }
  while (postmasterOf(join(folder, "data"))) await new Promise((resolve) => setTimeout(resolve, 5))
}

export const isRoot = process.getuid?.() === 0

/** Whether the kernel lets this user make namespaces, in which a test may mount file systems of its own. */
export const mayMount = spawnSync("unshare", ["-rm", "true"]).status === 0

export const NOBODY = 65534
