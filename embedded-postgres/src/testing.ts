import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { createServer } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { dataDirAt } from "./data-dir.ts"
import { exists, postmasterOf, readPidFile } from "./postmaster.ts"

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

/** Kills without a shutdown, as the kernel does when memory runs out, and waits until all have ended. */
export async function killServer(dataDir: string): Promise<void> {
  const pids = serverProcesses(dataDir)
  if (pids.length === 0) throw new Error(`no server runs on ${dataDir}`)
  for (const pid of pids) if (exists(pid)) process.kill(pid, "SIGKILL")
  const { cluster } = dataDirAt(dataDir)
  while (postmasterOf(cluster)) await sleep(5)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}
