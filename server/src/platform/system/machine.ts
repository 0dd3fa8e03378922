import { execFile } from "node:child_process"
import { statfs } from "node:fs/promises"
import { promisify } from "node:util"
import type { Finding } from "@haitech/contract/admin/system"
import { existingFolder, requireWritable } from "#platform/folder.ts"
import { finding, reasonOf } from "./finding.ts"

const GIGABYTE = 1e9
/** PostgreSQL stops when it cannot write, so a warning comes early. */
const LOW = { share: 0.1, bytes: 2 * GIGABYTE }
const FULL_BYTES = GIGABYTE / 4
const CLOCK_MS = 2000

export async function checkMachine(dataDir: string): Promise<readonly Finding[]> {
  const [folder, disk, clock] = await Promise.all([checkFolder(dataDir), checkDisk(dataDir), checkClock()])
  return [...folder, disk, ...clock]
}

async function checkFolder(folder: string): Promise<readonly Finding[]> {
  try {
    await requireWritable(folder)
    return []
  } catch (error) {
    return [finding("folder_refused", { folder, reason: reasonOf(error) })]
  }
}

async function checkDisk(dataDir: string): Promise<Finding> {
  return diskFinding(await diskOf(existingFolder(dataDir)))
}

interface Disk {
  readonly free: number
  readonly size: number
}

/** In bytes. */
export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

export function diskFinding({ free, size }: Disk): Finding {
  const values = { gigabytes: (free / GIGABYTE).toFixed(1), percent: Math.floor((free / size) * 100) }
  if (free < FULL_BYTES) return finding("disk_full", values)
  return finding(free < LOW.bytes || free / size < LOW.share ? "disk_low" : "disk_free", values)
}

/** Nothing where the system does not say it, as in a container. */
async function checkClock(): Promise<readonly Finding[]> {
  const command = ["show", "--property=NTPSynchronized", "--value"]
  const answer = await promisify(execFile)("timedatectl", command, { timeout: CLOCK_MS }).catch(() => undefined)
  if (answer?.stdout.trim() === "yes") return [finding("clock_right")]
  return answer?.stdout.trim() === "no" ? [finding("clock_free")] : []
}
