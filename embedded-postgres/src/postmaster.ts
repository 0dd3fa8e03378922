import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { join } from "node:path"

/** The main process of a running server, as its pid file tells. */
export interface Postmaster {
  readonly pid: number
  /** "starting", "ready", "stopping" or "standby" */
  readonly status: string
}

/** @returns nothing when no server runs, also when the pid in the file is a zombie's or somebody else's by now. */
export function postmasterOf(data: string): Postmaster | undefined {
  const file = readPidFile(data)
  return file && isServing(file.pid, data) ? file : undefined
}

/** What the pid file says, true or not. https://www.postgresql.org/docs/18/storage-file-layout.html */
export function readPidFile(data: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")
    const pid = Number(lines[0])
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? "starting" } : undefined
  } catch {
    return undefined
  }
}

/** Whether the kernel still knows the pid, as anything: this is all that PostgreSQL itself asks. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** Whether the process is alive and works on this cluster. */
export function isServing(pid: number, data: string): boolean {
  if (!exists(pid)) return false
  if (process.platform === "linux") return !isZombie(pid) && cwdOf(pid) === data
  if (process.platform === "win32") return true
  return spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout.includes(data)
}

/** Servers that lost their postmaster and have not noticed yet: they hold the shared memory and block a start. */
export function orphansOf(data: string): number[] {
  return allProcesses().filter((pid) => cwdOf(pid) === data && /^postgres\b/.test(commandOf(pid)))
}

/** Programs that were given this folder on their command line, and what they started in it. */
export function processesOn(folder: string): number[] {
  return allProcesses().filter((pid) => commandOf(pid).includes(folder) || cwdOf(pid)?.startsWith(folder))
}

function allProcesses(): number[] {
  if (process.platform !== "linux") return []
  return readdirSync("/proc").map(Number).filter(Number.isSafeInteger)
}

// Every process of a server works in its data directory, and no other program has a reason to.
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
