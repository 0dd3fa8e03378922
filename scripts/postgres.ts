import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { createInterface } from "node:readline"

/** The oldest PostgreSQL that the product accepts (D8). */
const OLDEST = 15
const NOBODY = 65_534
const PASSWORD_BYTES = 16
const START_MS = 30_000

/** A throw-away PostgreSQL: `url` is a superuser's, on the loopback; `stop` leaves nothing behind. */
export interface Cluster {
  readonly url: string
  readonly version: number
  stop(): Promise<void>
}

/** The programs of one PostgreSQL of this machine. */
interface Programs {
  readonly folder: string
  readonly version: number
}

/**
 * Starts a throw-away cluster on this machine's own PostgreSQL, or answers null where there is none and none can be
 * installed. Of several the oldest that will do is taken: it differs most from the embedded one.
 */
export async function startPostgres(): Promise<Cluster | null> {
  const programs = oldest() ?? (installs("postgresql") ? oldest() : undefined)
  if (!programs) return null
  const home = mkdtempSync(join(tmpdir(), "second-postgres-"))
  const password = randomBytes(PASSWORD_BYTES).toString("hex")
  const remove = () => rmSync(home, { recursive: true, force: true })
  try {
    makeCluster(programs, home, password)
    const port = await freePort()
    const server = await serve(programs, home, port)
    const stop = async () => {
      await ended(server)
      remove()
    }
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, version: programs.version, stop }
  } catch (error) {
    remove()
    throw error
  }
}

/** Debian's root may install what is missing; everybody else is asked first, by being told. */
export function installs(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  const apt = (...words: string[]) =>
    spawnSync("apt-get", words, { env, stdio: ["ignore", "ignore", "inherit"] }).status === 0
  return apt("update", "-q") && apt("install", "-y", "-q", "--no-install-recommends", ...packages)
}

function oldest(): Programs | undefined {
  const places = [
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "{/opt/homebrew,/usr/local}/opt/postgresql*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
  ]
  const onPath = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "")
  return [...globSync(places), ...onPath]
    .filter((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")))
    .map((folder) => ({ folder, version: versionOf(folder) }))
    .filter(({ version }) => version >= OLDEST)
    .sort((one, other) => one.version - other.version)[0]
}

function versionOf(folder: string): number {
  const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" })
  return Number(/(\d+)/.exec(stdout ?? "")?.[1] ?? 0)
}

function makeCluster(programs: Programs, home: string, password: string): void {
  const secret = join(home, "password")
  writeFileSync(secret, password, { mode: 0o600 })
  mkdirSync(join(home, "sockets"))
  for (const path of [home, secret, join(home, "sockets")]) if (isRoot()) chownSync(path, NOBODY, NOBODY)
  const words = ["-D", join(home, "rows"), "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${secret}`, "-E", "UTF8"]
  const made = spawnSync(join(programs.folder, "initdb"), [...words, "--locale=C", "--no-sync"], {
    ...person(home),
    encoding: "utf8",
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`)
}

async function serve(programs: Programs, home: string, port: number): Promise<ChildProcess> {
  // It holds nothing that has to outlive this run.
  const quick = ["fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=200", "lc_messages=C"]
  const words = ["-D", join(home, "rows"), "-k", join(home, "sockets"), "-h", "127.0.0.1", "-p", String(port)]
  const server = spawn(join(programs.folder, "postgres"), [...words, ...quick.flatMap((setting) => ["-c", setting])], {
    ...person(home),
    stdio: ["ignore", "ignore", "pipe"],
  })
  process.once("exit", () => server.kill("SIGQUIT"))
  await new Promise<void>((resolve, reject) => {
    const said: string[] = []
    const late = setTimeout(() => reject(new Error(`PostgreSQL did not start: ${said.join("\n")}`)), START_MS)
    server.once("exit", () => reject(new Error(`PostgreSQL ended: ${said.join("\n")}`)))
    server.once("error", reject)
    // Read to the end: a full pipe would stop it.
    createInterface(server.stderr).on("line", (line) => {
      if (said.length < 20) said.push(line)
      if (!line.includes("ready to accept connections")) return
      clearTimeout(late)
      resolve()
    })
  })
  return server
}

function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once("exit", () => resolve())
    server.kill("SIGQUIT")
  })
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL refuses to run as root. The folder is somewhere that person may stand. */
function person(home: string) {
  return isRoot() ? { cwd: home, uid: NOBODY, gid: NOBODY } : { cwd: home }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}
