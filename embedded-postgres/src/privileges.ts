import { spawnSync } from "node:child_process"
import { chmodSync, chownSync, lchownSync, readdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Binaries, copyBinaries, linkLibraries, program } from "./binaries.ts"
import { type DataDir, refuseForeign } from "./data-dir.ts"
import { EmbeddedPostgresError } from "./error.ts"

/** PostgreSQL refuses to run as root, and most containers run as root. */
interface RunAs {
  readonly wrap: readonly string[]
  readonly user?: { readonly uid: number; readonly gid: number }
}

export interface Runner extends RunAs {
  readonly binaries: Binaries
  readonly environment: Readonly<Record<string, string>>
}

/** @throws EmbeddedPostgresError when no user that this process can become may enter the data directory. */
export function chooseRunner(dir: DataDir, installed: Binaries): Runner {
  const runAs = process.getuid?.() === 0 ? runAsForRoot(dir) : runAsSelf(dir)
  changeOwner(dir, runAs)
  requireAccess(dir, runAs)
  const binaries = canExecute(runAs, program(installed, "postgres")) ? installed : copyBinaries(installed, dir.path)
  const libraries = linkLibraries(binaries, dir.path)
  own(libraries, runAs, 0o755)
  return { ...runAs, binaries, environment: environment(libraries) }
}

function runAsSelf({ cluster }: DataDir): RunAs {
  refuseForeign(cluster, statSync(cluster, { throwIfNoEntry: false })?.uid ?? process.getuid?.() ?? 0)
  return { wrap: [] }
}

function runAsForRoot(dir: DataDir): RunAs {
  const { uid, gid } = statSync(dir.cluster, { throwIfNoEntry: false }) ?? statSync(dir.path)
  if (uid !== 0) return { wrap: [], user: { uid, gid } }
  // In a user namespace PostgreSQL sees itself as nobody, while its files still belong to root.
  const namespace = ["unshare", "-U", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  if (succeeds({ wrap: namespace }, ["true"])) return { wrap: namespace }
  // Many containers forbid user namespaces.
  return { wrap: [], user: { uid: NOBODY, gid: NOBODY } }
}

const NOBODY = 65534

function changeOwner(dir: DataDir, { user }: RunAs): void {
  if (!user) return
  for (const path of [dir.path, dir.lock]) chownSync(path, user.uid, user.gid)
  if (statSync(dir.cluster, { throwIfNoEntry: false })?.uid !== 0) return
  for (const entry of readdirSync(dir.cluster, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(dir.cluster, entry), user.uid, user.gid)
  }
  chownSync(dir.cluster, user.uid, user.gid) // Last, so that the next start repeats a change that was interrupted.
}

function requireAccess(dir: DataDir, runAs: RunAs): void {
  if (process.getuid?.() !== 0 || canExecute(runAs, dir.path)) return
  throw new EmbeddedPostgresError(
    `PostgreSQL must not run as root, and no other user may enter ${dirname(dir.path)}: open it, or start as another user.`,
    ["other-data-dir", "other-server"],
  )
}

function canExecute(runAs: RunAs, path: string): boolean {
  if (process.getuid?.() !== 0) return true
  return succeeds(runAs, ["test", "-x", path])
}

function succeeds({ wrap, user }: RunAs, command: readonly string[]): boolean {
  const [file = "", ...rest] = [...wrap, ...command]
  return spawnSync(file, rest, { ...user, stdio: "ignore", env: { PATH } }).status === 0
}

// Not inherited: the environment of this process may hold secrets.
function environment(libraries: string): Record<string, string> {
  if (process.platform === "win32") return { SystemRoot: "C:\\Windows", PATH: "C:\\Windows\\System32" }
  // The loader splits the path at these; the programs start in the data directory.
  const path = /[:;]/.test(libraries) ? "lib" : libraries
  return { PATH, LC_ALL: "C", TZ: "UTC", LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path }
}

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin"

export function own(path: string, { user }: RunAs, mode: number): void {
  chmodSync(path, mode)
  if (user) chownSync(path, user.uid, user.gid)
}
