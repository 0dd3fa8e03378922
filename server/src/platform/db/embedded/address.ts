import { randomBytes } from "node:crypto"
import { lstatSync, mkdtempSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import type { Address } from "#platform/db/connection.ts"
import { systemCode } from "#platform/db/unusable.ts"
import type { Place } from "./place.ts"
import { own, type Runner } from "./privileges.ts"

const SOCKET = ".s.PGSQL.5432"

/** Bytes that fit into `sockaddr_un` everywhere (104 with the NUL on macOS, 108 on Linux). */
const LONGEST_SOCKET = 103

/** Where the server listened last time, if it ever did. */
export function recordedAddress(place: Place): Address | undefined {
  try {
    const address = JSON.parse(readFileSync(place.address, "utf8")) as Address
    return "path" in address ? address : { ...address, password: passwordOf(place) }
  } catch {
    return undefined
  }
}

/** The same address as last time if it can be, since open pools look for the server there. */
export async function chooseAddress(place: Place, runner: Runner, tcp: boolean): Promise<Address> {
  const where = tcp ? await loopback(place) : socket(place, runner)
  const address = { user: "haitech", database: "postgres", ...where }
  const written = `${place.address}.new`
  writeFileSync(written, `${JSON.stringify({ ...address, password: undefined })}\n`, { mode: 0o600, flush: true })
  own(written, runner, 0o600)
  renameSync(written, place.address)
  return address
}

function socket(place: Place, runner: Runner): { path: string } {
  const inside = join(place.folder, SOCKET)
  if (Buffer.byteLength(inside) <= LONGEST_SOCKET) return { path: inside }
  const recorded = recordedAddress(place)
  if (recorded && "path" in recorded && isOurs(dirname(recorded.path), runner)) return { path: recorded.path }
  const short = mkdtempSync(join(Buffer.byteLength(tmpdir()) > 60 ? "/tmp" : tmpdir(), SHORT))
  own(short, runner, 0o700)
  return { path: join(short, SOCKET) }
}

const SHORT = "haitech-"

async function loopback(place: Place): Promise<{ host: string; port: number; password: string }> {
  const recorded = recordedAddress(place)
  const port = recorded && "port" in recorded && (await freePort(recorded.port))
  return { host: "127.0.0.1", port: port || (await freePort(0)), password: passwordOf(place) }
}

/** @returns 0 when the port is taken. */
async function freePort(wanted: number): Promise<number> {
  const server = createServer()
  return await new Promise((resolve) => {
    server.once("error", () => resolve(0))
    server.listen(wanted, "127.0.0.1", () => {
      const found = server.address()
      server.close(() => resolve(typeof found === "object" && found ? found.port : 0))
    })
  })
}

/** Everybody on the machine can knock at a port, so there the server asks for this. Made once. */
function passwordOf(place: Place): string {
  try {
    writeFileSync(place.password, randomBytes(24).toString("base64url"), { flag: "wx", mode: 0o600, flush: true })
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error
  }
  return readFileSync(place.password, "utf8")
}

/** A folder in a place that everybody may write to could have been replaced. */
function isOurs(folder: string, { user }: Runner): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  return found.uid === (user?.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0
}

/** Takes away what a dead server left: PostgreSQL would believe a zombie's or a reused pid in the lock file. */
export function removeSocket(address: Address): void {
  if (!("path" in address)) return
  rmSync(address.path, { force: true })
  rmSync(`${address.path}.lock`, { force: true })
}

/** Nothing outside the database's folder outlives the server. */
export function removeShortFolder(place: Place, address: Address): void {
  if (!("path" in address) || dirname(address.path) === place.folder) return
  if (!basename(dirname(address.path)).startsWith(SHORT)) return
  removeSocket(address)
  rmdirSync(dirname(address.path))
}
