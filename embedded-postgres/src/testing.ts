import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { dataDirAt } from "./data-dir.ts"
import { exists, postmasterOf, readPidFile } from "./postmaster.ts"

/** The pids of the server on a data directory: the main process first, then its children. Empty when none runs. */
export function serverProcesses(dataDir: string): number[] {
  const running = existsSync(dataDir) ? readPidFile(dataDirAt(dataDir).cluster) : undefined
  if (!running) return []
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
  const children = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === running.pid)
  return [running.pid, ...children.map(([pid = 0]) => pid)].filter((pid) => pid > 1)
}

/**
 * Kills all processes of the server with SIGKILL and waits until they have ended. As the kernel does when memory runs
 * out.
 * @throws Error when no server runs.
 */
export async function killServer(dataDir: string): Promise<void> {
  const pids = serverProcesses(dataDir)
  if (pids.length === 0) throw new Error(`no server runs on ${dataDir}`)
  for (const pid of pids) if (exists(pid)) process.kill(pid, "SIGKILL")
  const { cluster } = dataDirAt(dataDir)
  while (postmasterOf(cluster)) await sleep(5)
}
