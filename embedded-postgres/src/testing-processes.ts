import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { inject, onTestFinished } from "vitest"
import { postmasterOf } from "./postmaster.ts"

export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "embedded-postgres-"))
  onTestFinished(() => {
    const running = postmasterOf(join(folder, "data"))
    if (running) process.kill(running.pid, "SIGKILL")
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  })
  return folder
}

/** A data directory with a new cluster, for tests that do not concern its creation. */
export function withCluster(dataDir = scratchFolder()): string {
  cpSync(inject("stoppedCluster"), join(dataDir, "data"), { recursive: true })
  return dataDir
}

export interface OtherProcess {
  readonly process: ChildProcess
  readonly attached: boolean
  readonly refusal?: string
  readonly remedies?: readonly string[]
  query(sql: string): Promise<string[][] | { failed: string }>
  stop(): Promise<void>
  kill(): Promise<void>
}

interface Circumstances {
  readonly wrap?: readonly string[]
  readonly uid?: number
}

export async function startInOtherProcess(
  dataDir: string,
  { wrap = [], uid }: Circumstances = {},
): Promise<OtherProcess> {
  const child = spawnOther(dataDir, wrap, uid)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const reply = async () => JSON.parse((await lines.next()).value ?? '{"refusal":"no reply"}')
  const query = (sql: string) => {
    child.stdin.write(`${JSON.stringify(sql)}\n`)
    return reply()
  }
  const ended = once(child, "exit")
  return {
    process: child,
    ...(await reply()),
    query,
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

export function spawnOther(dataDir: string, wrap: readonly string[] = [], uid?: number) {
  const node = [process.execPath, "--input-type=module", "-e", script(dataDir)]
  const [file = "", ...rest] = [...wrap, ...node]
  const user = uid === undefined ? {} : { uid, gid: uid }
  return spawn(file, rest, { ...user, cwd: "/", stdio: ["pipe", "pipe", "inherit"] })
}

const script = (dataDir: string) => `
  import { createInterface } from "node:readline"
  import { openClient } from ${JSON.stringify(new URL("client.ts", import.meta.url))}
  import { startEmbeddedPostgres } from ${JSON.stringify(new URL("start.ts", import.meta.url))}
  const reply = (value) => console.log(JSON.stringify(value))
  try {
    const { attached, connection, stop } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    reply({ attached })
    for await (const line of createInterface({ input: process.stdin })) {
      try {
        const client = await openClient(connection, "test")
        reply(await client.query(JSON.parse(line)).finally(client.close))
      } catch (error) {
        reply({ failed: error.message })
      }
    }
    await stop()
  } catch (error) {
    reply({ refusal: error.name + ": " + error.message, remedies: error.remedies })
  }
`

export const isRoot = process.getuid?.() === 0

export const mayMount = spawnSync("unshare", ["-rm", "true"]).status === 0

export const NOBODY = 65534
