import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Address } from "#platform/db/connection.ts"
import { EmbeddedDatabaseError } from "#platform/db/unusable.ts"
import { program } from "./binaries.ts"
import { complaint } from "./log.ts"
import type { Place } from "./place.ts"
import { processesOn } from "./postmaster.ts"
import { own, type Runner } from "./privileges.ts"

/**
 * Makes the cluster where there is none: beside its place, synced, then renamed, so that a half-made one is never used.
 * @throws EmbeddedDatabaseError when there is one that these programs cannot read, or something else in its place.
 */
export async function ensureCluster(place: Place, runner: Runner, address: Address): Promise<void> {
  sweepHalfMade(place.folder)
  if (existsSync(join(place.data, "PG_VERSION"))) return requireVersion(place, runner.binaries.major)
  if (existsSync(place.data) && readdirSync(place.data).length > 0) {
    throw new EmbeddedDatabaseError(
      `${place.data} is not a database (PG_VERSION is missing) and not empty: move it away, or restore it from a backup.`,
    )
  }
  const making = join(place.folder, HALF_MADE + randomBytes(6).toString("hex"))
  try {
    await makeCluster(place, runner, making, address)
  } finally {
    discard(making)
  }
}

function requireVersion({ data }: Place, major: string): void {
  const found = readFileSync(join(data, "PG_VERSION"), "utf8").trim()
  if (found === major) return
  throw new EmbeddedDatabaseError(
    `The database in ${data} was made by PostgreSQL ${found || "of an unknown version"}, this is PostgreSQL ${major}: start the release that made it and dump it, or set DATABASE_URL.`,
  )
}

async function makeCluster(place: Place, runner: Runner, making: string, address: Address): Promise<void> {
  mkdirSync(making, { mode: 0o700 })
  own(making, runner, 0o700)
  writeFileSync(join(making, MARK), "A database that is being made. Safe to delete while the product is stopped.\n")
  const cluster = join(making, "cluster")
  const options = ["-D", cluster, ...INITDB, ...authentication(place, address)]
  const [file = "", ...rest] = [...runner.wrap, program(runner.binaries, "initdb"), ...options]
  const { user, environment } = runner
  try {
    await promisify(execFile)(file, rest, { ...user, cwd: place.folder, env: environment })
  } catch (error) {
    throw initdbFailed(place, error)
  }
  renameSync(cluster, place.data)
  syncFolder(place.folder)
}

const HALF_MADE = "making-"
const MARK = "half-made"

// The rules of the builtin provider are the same on every system and in every release, so indexes outlive upgrades.
const INITDB = [
  "--username=postgres",
  "--encoding=UTF8",
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--no-instructions",
]

function authentication(place: Place, address: Address): string[] {
  // The socket's folder is open to one system user only: who gets that far could read the files as well.
  if ("path" in address) return ["--auth=trust"]
  return ["--auth=scram-sha-256", `--pwfile=${place.password}`]
}

/** Every try has a name of its own: the initdb of a starter who was killed may still be writing, so it goes first. */
function sweepHalfMade(folder: string): void {
  for (const name of readdirSync(folder)) {
    const left = join(folder, name)
    if (!name.startsWith(HALF_MADE) || !existsSync(join(left, MARK))) continue
    for (const pid of processesOn(left)) process.kill(pid, "SIGKILL")
    discard(left)
  }
}

/** The mark goes last: what could not be deleted this time is known for ours the next time. */
function discard(making: string): void {
  rmSync(join(making, "cluster"), { recursive: true, force: true, maxRetries: 3 })
  rmSync(making, { recursive: true, force: true })
}

function initdbFailed(place: Place, error: unknown): EmbeddedDatabaseError {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : ""
  const why = said.trim() === "" && error instanceof Error ? error.message : said
  return new EmbeddedDatabaseError(`The database could not be made in ${place.folder}: ${complaint(why)}`)
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return
  const handle = openSync(folder, "r")
  fsyncSync(handle)
  closeSync(handle)
}
