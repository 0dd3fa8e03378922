import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chownSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Pool } from "pg"
import { expect, vi } from "vitest"
import { freePort, killServer } from "./testing.ts"

const NOBODY = 65_534
const NAME = "standby"
const READY_MS = 30_000

/** A primary that waits for its hot standby at each commit, on the ports `primary` and `standby` of this machine. */
export interface Replication {
  readonly ports: { readonly primary: number; readonly standby: number }
  killPrimary(): Promise<void>
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Starts both with the programs of the PostgreSQL at `installed`. */
export async function startReplication(installed: string): Promise<Replication> {
  const programs = await programsOf(installed)
  const home = mkdtempSync(join(tmpdir(), "failover-"))
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (user.uid) chownSync(home, user.uid, user.gid)
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(join(programs, program), args, { ...user, cwd: home, encoding: "utf8" })
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
  }
  const start = (folder: string, port: number, ...settings: string[]) => {
    const args = ["-D", join(home, folder, "data"), "-h", "127.0.0.1", "-p", `${port}`, "-k", home, ...settings]
    return spawn(join(programs, "postgres"), args, { ...user, cwd: home, stdio: "ignore" })
  }
  const ports = { primary: await freePort(), standby: await freePort() }
  run("initdb", "-D", join(home, "one/data"), "-U", "haitech", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
  const primary = start("one", ports.primary, "-c", `synchronous_standby_names=${NAME}`)
  await waitFor(ports.primary, "select 1 where not pg_is_in_recovery()")
  const source = `host=127.0.0.1 port=${ports.primary} user=haitech application_name=${NAME}`
  run("pg_basebackup", "-d", source, "-D", join(home, "two/data"), "-R", "-c", "fast", "--no-sync")
  // Replay goes on at once, and cancels statements that need what it removes.
  const standby = start("two", ports.standby, "-c", "max_standby_streaming_delay=0")
  await waitFor(ports.primary, "select 1 from pg_stat_replication where sync_state = 'sync'")
  return {
    ports,
    killPrimary: () => killServer(join(home, "one")),
    promote: () => waitFor(ports.standby, "select 1 where pg_promote()"),
    async stop() {
      for (const server of [primary, standby]) await stopServer(server)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The address for clients that look for the primary, as libpq has it. */
export function urlOf(...ports: readonly number[]): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join()
  return `postgres://haitech@${hosts}/postgres?target_session_attrs=read-write`
}

async function programsOf(installed: string): Promise<string> {
  const [row] = await query(installed, "select setting as folder from pg_config where name = 'BINDIR'")
  return row?.folder ?? ""
}

async function waitFor(port: number, text: string): Promise<void> {
  await vi.waitFor(async () => expect(await query(urlOf(port), text)).toHaveLength(1), { timeout: READY_MS })
}

async function query(connectionString: string, text: string): Promise<{ folder?: string }[]> {
  const pool = new Pool({ connectionString })
  pool.on("error", () => undefined)
  try {
    return (await pool.query(text)).rows
  } finally {
    await pool.end()
  }
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, "exit")
  server.kill("SIGQUIT")
  await exited
}
