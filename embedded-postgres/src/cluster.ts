import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { program } from "./binaries.ts"
import type { Endpoint } from "./connection.ts"
import type { DataDir } from "./data-dir.ts"
import { EmbeddedPostgresError } from "./error.ts"
import { explain } from "./log.ts"
import { processesOn, sendSignal } from "./postmaster.ts"
import { own, type Runner } from "./privileges.ts"

/** initdb fills a temporary folder, synced, then renamed. @throws EmbeddedPostgresError for another major version. */
export async function ensureCluster(dir: DataDir, runner: Runner, endpoint: Endpoint): Promise<void> {
  removeIncomplete(dir.path)
  if (existsSync(join(dir.cluster, "PG_VERSION"))) {
    requireVersion(dir, runner.binaries.major)
    return closeToOthers(dir)
  }
  if (existsSync(dir.cluster) && readdirSync(dir.cluster).length > 0) {
    throw new EmbeddedPostgresError(
      `${dir.cluster} is not a database (PG_VERSION is missing) and not empty: move it away, or restore it from a backup.`,
    )
  }
  const temporary = join(dir.path, INCOMPLETE + randomBytes(6).toString("hex"))
  try {
    await createCluster(dir, runner, temporary, endpoint)
  } finally {
    discard(temporary)
  }
}

function requireVersion({ cluster }: DataDir, major: string): void {
  const found = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim()
  if (found === major) return
  throw new EmbeddedPostgresError(
    `The database in ${cluster} was made by PostgreSQL ${found || "of an unknown version"}, this is PostgreSQL ${major}: start the release that made it and dump it.`,
    ["other-server"],
  )
}

/** PostgreSQL refuses a cluster that other users can enter, such as a copy without `cp -p`. */
function closeToOthers({ cluster }: DataDir): void {
  if (process.platform !== "win32" && (statSync(cluster).mode & 0o077) !== 0) chmodSync(cluster, 0o700)
}

async function createCluster(dir: DataDir, runner: Runner, temporary: string, endpoint: Endpoint): Promise<void> {
  mkdirSync(temporary, { mode: 0o700 })
  own(temporary, runner, 0o700)
  writeFileSync(join(temporary, MARK), "A database that is being made. Safe to delete while no process uses it.\n")
  const cluster = join(temporary, "cluster")
  const options = ["-D", cluster, ...INITDB, ...authentication(dir, endpoint)]
  const [file = "", ...rest] = [...runner.wrap, program(runner.binaries, "initdb"), ...options]
  const { user, environment } = runner
  try {
    await promisify(execFile)(file, rest, { ...user, cwd: dir.path, env: environment })
  } catch (error) {
    throw initdbFailed(dir, error)
  }
  renameSync(cluster, dir.cluster)
  syncFolder(dir.path)
}

const INCOMPLETE = "making-"
const MARK = "half-made"

// The rules of the builtin provider are the same on every system and in every release, so indexes survive upgrades.
const INITDB = [
  "--username=postgres",
  "--encoding=UTF8",
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--no-instructions",
]

function authentication(dir: DataDir, endpoint: Endpoint): string[] {
  // Only one system user can enter the socket's folder, and that user can read the files as well.
  if ("path" in endpoint) return ["--auth=trust"]
  return ["--auth=scram-sha-256", `--pwfile=${dir.password}`]
}

function removeIncomplete(folder: string): void {
  for (const name of readdirSync(folder)) {
    const leftover = join(folder, name)
    if (!name.startsWith(INCOMPLETE) || !existsSync(join(leftover, MARK))) continue
    for (const pid of processesOn(leftover)) sendSignal(pid, "SIGKILL")
    discard(leftover)
  }
}

/** Deletes the mark last, so that the next attempt recognises a folder that was not deleted completely. */
function discard(temporary: string): void {
  rmSync(join(temporary, "cluster"), { recursive: true, force: true, maxRetries: 3 })
  rmSync(temporary, { recursive: true, force: true })
}

function initdbFailed(dir: DataDir, error: unknown): EmbeddedPostgresError {
  const stderr = error instanceof Error && "stderr" in error ? String(error.stderr) : ""
  const output = stderr.trim() === "" && error instanceof Error ? error.message : stderr
  const { reason, remedies } = explain(output)
  return new EmbeddedPostgresError(`The database could not be made in ${dir.path}: ${reason}`, remedies)
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return
  const handle = openSync(folder, "r")
  fsyncSync(handle)
  closeSync(handle)
}
