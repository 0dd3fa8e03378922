import { spawnSync } from "node:child_process"
import { chmodSync, chownSync, lchownSync, readdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { EmbeddedDatabaseError } from "#platform/db/unusable.ts"
import { type Binaries, copyBinaries, linkLibraries, program } from "./binaries.ts"
import { type Place, refuseForeign } from "./place.ts"

/** Under whose name PostgreSQL runs. It refuses to be root, and root is what containers mostly are. */
interface Guise {
  /** Put before every command. */
  readonly wrap: readonly string[]
  /** The system user to become, when it is not the one we are. */
  readonly user?: { readonly uid: number; readonly gid: number }
}

/** How to start a program of PostgreSQL so that it may run and reaches what it needs. */
export interface Runner extends Guise {
  readonly binaries: Binaries
  readonly environment: Readonly<Record<string, string>>
}

/** @throws EmbeddedDatabaseError when nobody we may become can reach the folder. */
export function chooseRunner(place: Place, installed: Binaries): Runner {
  const guise = process.getuid?.() === 0 ? guiseOfRoot(place) : ownGuise(place)
  giveAway(place, guise)
  requireReach(place, guise)
  const binaries = reaches(guise, program(installed, "postgres")) ? installed : copyBinaries(installed, place.folder)
  const libraries = linkLibraries(binaries, place.folder)
  own(libraries, guise, 0o755)
  return { ...guise, binaries, environment: environment(libraries) }
}

function ownGuise(place: Place): Guise {
  refuseForeign(place.data, statSync(place.data, { throwIfNoEntry: false })?.uid ?? process.getuid?.() ?? 0)
  return { wrap: [] }
}

function guiseOfRoot(place: Place): Guise {
  const { uid, gid } = statSync(place.data, { throwIfNoEntry: false }) ?? statSync(place.folder)
  if (uid !== 0) return { wrap: [], user: { uid, gid } }
  // In a user namespace of its own PostgreSQL sees itself as nobody, while its files stay root's.
  const namespace = ["unshare", "-U", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  if (succeeds({ wrap: namespace }, ["true"])) return { wrap: namespace }
  // Forbidden to many containers: become nobody for real.
  return { wrap: [], user: { uid: NOBODY, gid: NOBODY } }
}

const NOBODY = 65534

/** The folder, and a cluster that root made under another guise, must belong to the user who will run it. */
function giveAway(place: Place, { user }: Guise): void {
  if (!user) return
  for (const path of [place.folder, place.lock]) chownSync(path, user.uid, user.gid)
  if (statSync(place.data, { throwIfNoEntry: false })?.uid !== 0) return
  for (const entry of readdirSync(place.data, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(place.data, entry), user.uid, user.gid)
  }
  // Last: while it is root's, a start that was cut short is known to be unfinished.
  chownSync(place.data, user.uid, user.gid)
}

function requireReach(place: Place, guise: Guise): void {
  if (process.getuid?.() !== 0 || reaches(guise, place.folder)) return
  const parent = dirname(place.folder)
  throw new EmbeddedDatabaseError(
    `PostgreSQL must not run as root, and no other user may enter ${parent}: set DATA_DIR to a folder with open parents, start as another user, or set DATABASE_URL.`,
  )
}

function reaches(guise: Guise, path: string): boolean {
  if (process.getuid?.() !== 0) return true
  return succeeds(guise, ["test", "-x", path])
}

function succeeds({ wrap, user }: Guise, command: readonly string[]): boolean {
  const [file = "", ...rest] = [...wrap, ...command]
  return spawnSync(file, rest, { ...user, stdio: "ignore", env: { PATH } }).status === 0
}

// Written out, not inherited: the product's own environment holds secrets that a database process has no use for.
function environment(libraries: string): Record<string, string> {
  if (process.platform === "win32") return { SystemRoot: "C:\\Windows", PATH: "C:\\Windows\\System32" }
  // The loader splits at these; the programs are started in the folder above.
  const found = /[:;]/.test(libraries) ? "lib" : libraries
  return { PATH, LC_ALL: "C", TZ: "UTC", LD_LIBRARY_PATH: found, DYLD_LIBRARY_PATH: found }
}

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin"

/** Lets the user who runs PostgreSQL, and who may start it next time, have a file that root has just made. */
export function own(path: string, { user }: Guise, mode: number): void {
  chmodSync(path, mode)
  if (user) chownSync(path, user.uid, user.gid)
}
