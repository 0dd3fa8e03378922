import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { createInterface } from "node:readline"

const MIN_VERSION = 15
const NOBODY = 65_534
const PASSWORD_BYTES = 16
const START_MS = 30_000

/** A temporary PostgreSQL: `url` is a superuser's, on loopback; `stop` also deletes the data. */
export interface Cluster {
  readonly url: string
  readonly version: number
  stop(): Promise<void>
}

interface Installation {
  readonly folder: string
  readonly version: number
}

/** Starts the oldest supported PostgreSQL, which differs most from the embedded one; null without an installed one. */
export async function startPostgres(): Promise<Cluster | null> {
  const installation = findOldest() ?? (installPackages("postgresql") ? findOldest() : undefined)
  if (!installation) return null
  const home = mkdtempSync(join(tmpdir(), "second-postgres-"))
  const password = randomBytes(PASSWORD_BYTES).toString("hex")
  const remove = () => rmSync(home, { recursive: true, force: true })
  try {
    createCluster(installation, home, password)
    const port = await freePort()
    const server = await startServer(installation, home, port)
    const stop = async () => {
      await stopServer(server)
      remove()
    }
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, version: installation.version, stop }
  } catch (error) {
    remove()
    throw error
  }
}

export function isDebianRoot(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")
}

export function installPackages(...packages: string[]): boolean {
  if (!isDebianRoot()) return false
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  const apt = (...args: string[]) =>
    spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] }).status === 0
  return apt("update", "-q") && apt("install", "-y", "-q", "--no-install-recommends", ...packages)
}

function findOldest(): Installation | undefined {
  const folders = [
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "{/opt/homebrew,/usr/local}/opt/postgresql*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
  ]
  const onPath = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "")
  return [...globSync(folders), ...onPath]
    .filter((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")))
    .map((folder) => ({ folder, version: versionOf(folder) }))
    .filter(({ version }) => version >= MIN_VERSION)
    .sort((one, other) => one.version - other.version)[0]
}

function versionOf(folder: string): number {
  const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" })
  return Number(/(\d+)/.exec(stdout ?? "")?.[1] ?? 0)
}

function createCluster(installation: Installation, home: string, password: string): void {
  const secret = join(home, "password")
  writeFileSync(secret, password, { mode: 0o600 })
  mkdirSync(join(home, "sockets"))
  giveToNobody(home, secret, join(home, "sockets"))
  const args = ["-D", join(home, "data"), "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${secret}`, "-E", "UTF8"]
  const result = spawnSync(join(installation.folder, "initdb"), [...args, "--locale=C", "--no-sync"], {
    ...runAs(home),
    encoding: "utf8",
  })
  if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr || result.error?.message}`)
}

async function startServer(installation: Installation, home: string, port: number): Promise<ChildProcess> {
  // The data is deleted after the run, and too short-lived for autovacuum, which changes the order of unsorted rows.
  const settings = [
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
    "autovacuum=off",
    "max_connections=200",
    "lc_messages=C",
  ]
  const args = ["-D", join(home, "data"), "-k", join(home, "sockets"), "-h", "127.0.0.1", "-p", String(port)]
  const server = spawn(
    join(installation.folder, "postgres"),
    [...args, ...settings.flatMap((setting) => ["-c", setting])],
    {
      ...runAs(home),
      stdio: ["ignore", "ignore", "pipe"],
    },
  )
  process.once("exit", () => server.kill("SIGQUIT"))
  await new Promise<void>((resolve, reject) => {
    const output: string[] = []
    const timeout = setTimeout(() => reject(new Error(`PostgreSQL did not start: ${output.join("\n")}`)), START_MS)
    server.once("exit", () => reject(new Error(`PostgreSQL exited: ${output.join("\n")}`)))
    server.once("error", reject)
    // Reads on after the start, because a full pipe would block the server.
    createInterface(server.stderr).on("line", (line) => {
      if (output.length < 20) output.push(line)
      if (!line.includes("ready to accept connections")) return
      clearTimeout(timeout)
      resolve()
    })
  })
  return server
}

export function stopServer(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once("exit", () => resolve())
    server.kill("SIGQUIT")
  })
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL and PgBouncer refuse to run as root, so root runs them as `nobody`, in a folder that `nobody` may read. */
export function runAs(home: string) {
  return isRoot() ? { cwd: home, uid: NOBODY, gid: NOBODY } : { cwd: home }
}

export function giveToNobody(...paths: readonly string[]): void {
  for (const path of paths) if (isRoot()) chownSync(path, NOBODY, NOBODY)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}
