import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { freePort, giveToNobody, installPackages, runAs, stopServer } from "./postgres.ts"

const PROGRAM = "/usr/sbin/pgbouncer"
const SETTINGS = join(import.meta.dirname, "../deploy/pgbouncer.ini")
const START_MS = 30_000

interface Pooler {
  readonly url: string
  readonly version: string
  stop(): Promise<void>
}

/** Starts PgBouncer as in `deploy/`, for all databases of a PostgreSQL; null without an installed one. */
export async function startPooler(databaseUrl: string): Promise<Pooler | null> {
  if (!existsSync(PROGRAM) && !(installPackages("pgbouncer") && existsSync(PROGRAM))) return null
  const home = mkdtempSync(join(tmpdir(), "pooler-"))
  const port = await freePort()
  const settings = join(home, "pgbouncer.ini")
  writeFileSync(settings, settingsFor(new URL(databaseUrl), port))
  giveToNobody(home, settings)
  const server = spawn(PROGRAM, [settings], { ...runAs(home), stdio: ["ignore", "ignore", "pipe"] })
  process.once("exit", () => server.kill("SIGKILL"))
  await new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error("PgBouncer did not start")), START_MS)
    server.once("exit", (code) => reject(new Error(`PgBouncer exited with ${code}`)))
    createInterface(server.stderr).on("line", (line) => {
      if (!line.includes("process up")) return
      clearTimeout(timeout)
      resolve()
    })
  })
  const [version = ""] = spawnSync(PROGRAM, ["--version"], { encoding: "utf8" }).stdout.split("\n")
  const stop = async () => {
    await stopServer(server)
    rmSync(home, { recursive: true, force: true })
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/`, version, stop }
}

/** Idle connections end soon, and are not logged, because each test has a database of its own. */
function settingsFor({ hostname, port, username, password }: URL, ownPort: number): string {
  return readFileSync(SETTINGS, "utf8")
    .replace(
      "haitech = host=127.0.0.1 port=5432",
      `* = host=${hostname} port=${port} user=${username} password=${password}`,
    )
    .replace(
      "listen_port = 6432",
      `listen_port = ${ownPort}\nunix_socket_dir =\nserver_idle_timeout = 5\nlog_connections = 0\nlog_disconnections = 0`,
    )
    .replace(/auth_type = .*\nauth_file = .*/, "auth_type = any")
}
