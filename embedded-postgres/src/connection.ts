import { randomBytes } from "node:crypto"
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { basename, dirname, isAbsolute, join } from "node:path"
import { type DataDir, dataDirAt } from "./data-dir.ts"
import { systemCode } from "./error.ts"
import { own, type Runner } from "./privileges.ts"

export type Endpoint =
  | { readonly path: string }
  | { readonly host: string; readonly port: number; readonly password: string }

export interface Names {
  readonly user: string
  readonly database: string
}

export type Connection = Names & Endpoint

/** A relative socket path survives a move or copy; any other address is valid for `directory` only. */
type Address = Names & ({ readonly socket: string } | { readonly port: number }) & { readonly directory?: string }

const SOCKET = ".s.PGSQL.5432"
const LOOPBACK = "127.0.0.1"
const SHORT = "embedded-pg-"

export function readConnection(dataDir: string): Connection | undefined {
  if (!existsSync(dataDir)) return undefined
  const dir = dataDirAt(dataDir)
  const address = readAddress(dir)
  return address && { user: address.user, database: address.database, ...recordedEndpoint(dir) }
}

export function recordedEndpoint(dir: DataDir): Endpoint {
  const address = readAddress(dir)
  const inside = { path: join(dir.path, SOCKET) }
  if (!address) return inside
  if ("socket" in address && !isAbsolute(address.socket)) return { path: join(dir.path, address.socket) }
  if (address.directory !== identityOf(dir)) return inside // It is a copy with the original's address.
  return "socket" in address
    ? { path: address.socket }
    : { host: LOOPBACK, port: address.port, password: passwordOf(dir) }
}

function readAddress({ address }: DataDir): Address | undefined {
  try {
    const read = JSON.parse(readFileSync(address, "utf8")) as Address
    return "socket" in read || "port" in read ? read : undefined
  } catch {
    return undefined
  }
}

/** Device and inode: different for a copy, the same for the directory mounted elsewhere. */
function identityOf({ path }: DataDir): string {
  const { dev, ino } = statSync(path, { bigint: true })
  return `${dev}:${ino}`
}

/** The last endpoint again if possible, because open pools reconnect to it. */
export async function chooseEndpoint(dir: DataDir, runner: Runner, names: Names, tcp: boolean): Promise<Endpoint> {
  const endpoint = tcp ? await loopback(dir) : socket(dir, runner)
  const written = `${dir.address}.new`
  writeFileSync(written, `${JSON.stringify(addressOf(dir, names, endpoint))}\n`, { mode: 0o600, flush: true })
  own(written, runner, 0o600)
  renameSync(written, dir.address)
  return endpoint
}

function addressOf(dir: DataDir, { user, database }: Names, endpoint: Endpoint): Address {
  if (!("path" in endpoint)) return { user, database, port: endpoint.port, directory: identityOf(dir) }
  if (dirname(endpoint.path) === dir.path) return { user, database, socket: basename(endpoint.path) }
  return { user, database, socket: endpoint.path, directory: identityOf(dir) }
}

function socket(dir: DataDir, runner: Runner): { path: string } {
  const inside = join(dir.path, SOCKET)
  if (Buffer.byteLength(inside) <= MAX_SOCKET_BYTES) return { path: inside }
  const recorded = recordedEndpoint(dir)
  if ("path" in recorded && recorded.path !== inside && isPrivate(dirname(recorded.path), runner)) return recorded
  const short = mkdtempSync(join(Buffer.byteLength(tmpdir()) > 60 ? "/tmp" : tmpdir(), SHORT))
  own(short, runner, 0o700)
  return { path: join(short, SOCKET) }
}

/** The longest socket path that fits into `sockaddr_un` on every system (104 with the NUL on macOS, 108 on Linux). */
const MAX_SOCKET_BYTES = 103

async function loopback(dir: DataDir): Promise<{ host: string; port: number; password: string }> {
  const recorded = recordedEndpoint(dir)
  const port = "port" in recorded && (await freePort(recorded.port))
  return { host: LOOPBACK, port: port || (await freePort(0)), password: passwordOf(dir) }
}

/** @returns 0 when the port is taken. */
async function freePort(preferred: number): Promise<number> {
  const server = createServer()
  return await new Promise((resolve) => {
    server.once("error", () => resolve(0))
    server.listen(preferred, LOOPBACK, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}

/** Every user of the machine can reach a port, so the server asks for this password there. Created once. */
function passwordOf({ password }: DataDir): string {
  try {
    writeFileSync(password, randomBytes(24).toString("base64url"), { flag: "wx", mode: 0o600, flush: true })
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error
  }
  return readFileSync(password, "utf8")
}

/** Another user could have replaced a folder below one that every user may write to. */
function isPrivate(folder: string, { user }: Runner): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  return found.uid === (user?.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0
}

/** Removes the socket and the lock file of a dead server: PostgreSQL would trust the pid in it, even a reused one. */
export function removeSocket(endpoint: Endpoint): void {
  if (!("path" in endpoint)) return
  rmSync(endpoint.path, { force: true })
  rmSync(`${endpoint.path}.lock`, { force: true })
}

export function removeShortFolder(dir: DataDir, endpoint: Endpoint): void {
  if (!("path" in endpoint) || dirname(endpoint.path) === dir.path) return
  if (!basename(dirname(endpoint.path)).startsWith(SHORT)) return
  removeSocket(endpoint)
  rmdirSync(dirname(endpoint.path))
}
