import { accessSync, chmodSync, constants, mkdirSync, realpathSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { EmbeddedDatabaseError, systemCode } from "#platform/db/unusable.ts"

/** The folder of one embedded server, and what lies in it. */
export interface Place {
  readonly folder: string
  /** The cluster itself: PostgreSQL's data directory. */
  readonly data: string
  /** Held by whoever starts or stops the server. */
  readonly lock: string
  /** Where the server listens, for the next one who comes. */
  readonly address: string
  /** Only where the server listens on a port. */
  readonly password: string
  readonly log: string
}

/**
 * Makes the folder if need be and closes it to everybody else: its mode is what guards the socket.
 * @throws EmbeddedDatabaseError when it cannot be used.
 */
export function openPlace(path: string): Place {
  const wanted = resolve(path)
  try {
    makeFolder(wanted)
    accessSync(wanted, constants.R_OK | constants.W_OK | constants.X_OK)
    const { uid, mode } = statSync(wanted)
    refuseForeign(wanted, uid)
    if (process.platform !== "win32" && (mode & 0o077) !== 0) chmodSync(wanted, 0o700)
  } catch (error) {
    throw unusable(wanted, error)
  }
  const folder = realpathSync(wanted)
  return {
    folder,
    data: join(folder, "data"),
    lock: join(folder, "lock"),
    address: join(folder, "address.json"),
    password: join(folder, "password"),
    log: join(folder, "server.log"),
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    // Node looks again after a failure and then tells what it found missing, not why it could not be made.
    if (systemCode(error) === "ENOENT") mkdirSync(path)
    throw error
  }
}

/** Root may use a folder of anybody's; everyone else only their own. */
export function refuseForeign(path: string, uid: number): void {
  const me = process.getuid?.()
  if (me === undefined || me === 0 || me === uid) return
  throw new EmbeddedDatabaseError(
    `${path} belongs to another user (uid ${uid}, this is uid ${me}): start as that user, or set DATA_DIR to another folder.`,
  )
}

/** What the operating system said of a folder, in words; any other error as it is. */
export function unusable(path: string, error: unknown): Error {
  const why = WHY[systemCode(error) ?? ""]
  if (why !== undefined) return new EmbeddedDatabaseError(`The database cannot use ${path}: ${why}.`)
  return error instanceof Error ? error : new Error(String(error))
}

const WHY: Readonly<Record<string, string>> = {
  EACCES: "this user may not write there; give it the right, or set DATA_DIR to another folder",
  EPERM: "this user may not write there; give it the right, or set DATA_DIR to another folder",
  EROFS: "the file system is read-only; set DATA_DIR to a folder that can be written",
  ENOSPC: "the disk is full; make room, or set DATA_DIR to another disk",
  EDQUOT: "the disk quota is used up; make room, or set DATA_DIR to another disk",
  ENOTDIR: "a part of the path is a file, not a folder",
  EEXIST: "it is a file, not a folder",
  ELOOP: "the path is a ring of symbolic links",
  ENAMETOOLONG: "the path is too long",
}
