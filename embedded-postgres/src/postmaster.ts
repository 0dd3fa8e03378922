import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { join, resolve } from "node:path"

export interface Postmaster {
  readonly pid: number
  readonly directory: string
  readonly status: string // "starting", "ready", "stopping" or "standby"
}

/** @returns undefined also when the pid belongs to a zombie or another program. */
export function postmasterOf(cluster: string): Postmaster | undefined {
  const file = readPidFile(cluster)
  // Windows does not show what a process works on, but the pid file in a copied directory names the original.
  if (process.platform === "win32" && file && resolve(file.directory) !== cluster) return undefined
  return file && isServing(file.pid, cluster) ? file : undefined
}

/** Also a stale one. https://www.postgresql.org/docs/18/storage-file-layout.html */
export function readPidFile(cluster: string): Postmaster | undefined {
  try {
    const [first, directory = "", , , , , , status = "starting"] = readFileSync(join(cluster, "postmaster.pid"), "utf8")
      .split("\n")
      .map((line) => line.trim())
    const pid = Number(first)
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, directory, status } : undefined
  } catch {
    return undefined
  }
}

export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

export function isServing(pid: number, cluster: string): boolean {
  if (!exists(pid)) return false
  if (process.platform === "linux") return !isZombie(pid) && cwdOf(pid) === cluster
  if (process.platform === "win32") return true
  return spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout.includes(cluster)
}

/** Backends whose postmaster died and that still run: they hold the shared memory and block a start. Linux only. */
export function orphansOf(cluster: string): number[] {
  return allProcesses().filter((pid) => cwdOf(pid) === cluster && /^postgres\b/.test(commandOf(pid)))
}

export function processesOn(folder: string): number[] {
  return allProcesses().filter((pid) => commandOf(pid).includes(folder) || cwdOf(pid)?.startsWith(folder))
}

/** A process may end after it was listed, as the children of one that was just killed do. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

function allProcesses(): number[] {
  if (process.platform !== "linux") return []
  return readdirSync("/proc").map(Number).filter(Number.isSafeInteger)
}

// Every process of a server has the cluster as its working directory; other programs have not.
function cwdOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return true
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8")
  } catch {
    return ""
  }
}
