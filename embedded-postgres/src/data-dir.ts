import { accessSync, chmodSync, constants, mkdirSync, realpathSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { EmbeddedPostgresError, type Remedy, systemCode } from "./error.ts"

export interface DataDir {
  readonly path: string
  readonly cluster: string
  readonly lock: string
  readonly address: string
  readonly password: string
  readonly log: string
}

/** Closes the directory to other users: its mode protects the socket. @throws EmbeddedPostgresError */
export function openDataDir(path: string): DataDir {
  const directory = resolve(path)
  try {
    makeDirectory(directory)
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    const { uid, mode } = statSync(directory)
    refuseForeign(directory, uid)
    if (process.platform !== "win32" && (mode & 0o077) !== 0) chmodSync(directory, 0o700)
  } catch (error) {
    throw unusable(directory, error)
  }
  return dataDirAt(directory)
}

export function dataDirAt(directory: string): DataDir {
  const path = realpathSync(directory)
  return {
    path,
    cluster: join(path, "data"),
    lock: join(path, "lock"),
    address: join(path, "address.json"),
    password: join(path, "password"),
    log: join(path, "server.log"),
  }
}

function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (systemCode(error) === "ENOENT") mkdirSync(path) // Throws the reason; a recursive mkdir reports ENOENT.
    throw error
  }
}

/** Root may use any user's directory. @throws EmbeddedPostgresError when `uid` is another user's. */
export function refuseForeign(path: string, uid: number): void {
  const own = process.getuid?.()
  if (own === undefined || own === 0 || own === uid) return
  throw new EmbeddedPostgresError(
    `${path} belongs to another user (uid ${uid}, this is uid ${own}): start as that user.`,
    ["other-data-dir"],
  )
}

export function unusable(path: string, error: unknown): Error {
  const [reason, ...remedies] = REASONS[systemCode(error) ?? ""] ?? []
  if (reason !== undefined) return new EmbeddedPostgresError(`The database cannot use ${path}: ${reason}.`, remedies)
  return error instanceof Error ? error : new Error(String(error))
}

const REASONS: Readonly<Record<string, readonly [reason: string, ...Remedy[]]>> = {
  EACCES: ["this user may not write there; grant the right", "other-data-dir"],
  EPERM: ["this user may not write there; grant the right", "other-data-dir"],
  EROFS: ["the file system is read-only", "other-data-dir"],
  ENOSPC: ["the disk is full; make room", "other-data-dir"],
  EDQUOT: ["the disk quota is used up; make room", "other-data-dir"],
  ENOTDIR: ["a part of the path is a file, not a folder"],
  EEXIST: ["it is a file, not a folder"],
  ELOOP: ["the path is a ring of symbolic links"],
  ENAMETOOLONG: ["the path is too long"],
}
