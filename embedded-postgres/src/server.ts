import { type ChildProcess, execFile, spawn } from "node:child_process"
import { closeSync, rmSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { findBinaries, program } from "./binaries.ts"
import { type Endpoint, removeSocket } from "./connection.ts"
import type { DataDir } from "./data-dir.ts"
import { EmbeddedPostgresError } from "./error.ts"
import { explain, logSince, openLog } from "./log.ts"
import { exists, isServing, orphansOf, postmasterOf, readPidFile, sendSignal } from "./postmaster.ts"
import { own, type Runner } from "./privileges.ts"

export type Settings = Readonly<Record<string, string>>

/** Waits as long as a crash recovery takes. @throws EmbeddedPostgresError with the reason that the server printed. */
export async function launch(dir: DataDir, runner: Runner, endpoint: Endpoint, settings: Settings): Promise<void> {
  removeStaleFiles(dir, endpoint)
  for (let tries = 0; ; tries += 1) {
    const output = await tryLaunch(dir, runner, commandLine(endpoint, { ...SETTINGS, ...settings }))
    if (output === undefined) return
    if (tries >= 50 || !/shared memory block .* is still in use/.test(output)) {
      const { reason, remedies } = explain(output)
      throw new EmbeddedPostgresError(`The database in ${dir.cluster} does not start: ${reason}`, remedies)
    }
    for (const pid of orphansOf(dir.cluster)) sendSignal(pid, "SIGQUIT")
    await sleep(100)
  }
}

/** For a small machine with two cores. Statements and values, which may be personal data, stay out of the log. */
const SETTINGS: Settings = {
  max_connections: "60",
  shared_buffers: "128MB",
  max_wal_size: "512MB",
  io_method: "sync",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // The statement of a killed client ends within a second and releases its locks.
  client_connection_check_interval: process.platform === "linux" ? "1s" : "0",
  logging_collector: "off",
  log_min_messages: "log",
  log_statement: "none",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_parameter_max_length_on_error: "0",
  log_checkpoints: "off",
}

// On the command line and not in postgresql.conf, so that a copied cluster does not know the original's paths.
function commandLine(endpoint: Endpoint, settings: Settings): string[] {
  const listen: Settings =
    "path" in endpoint
      ? {
          listen_addresses: "",
          unix_socket_directories: quote(dirname(endpoint.path)),
          unix_socket_permissions: "0700",
        }
      : { listen_addresses: endpoint.host, port: String(endpoint.port), unix_socket_directories: "" }
  return Object.entries({ port: "5432", ...settings, ...listen }).flatMap(([name, value]) => ["-c", `${name}=${value}`])
}

function quote(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}

function removeStaleFiles({ cluster }: DataDir, endpoint: Endpoint): void {
  removeSocket(endpoint)
  const stale = readPidFile(cluster)
  // PostgreSQL checks only the pid. If it is free, PostgreSQL removes the file after checking the shared memory.
  if (stale && exists(stale.pid)) rmSync(join(cluster, "postmaster.pid"), { force: true })
}

async function tryLaunch(dir: DataDir, runner: Runner, settings: readonly string[]): Promise<string | undefined> {
  const log = openLog(dir.log)
  own(dir.log, runner, 0o600)
  const before = statSync(dir.log).size
  const child = start(dir, runner, settings, log)
  closeSync(log)
  let failure: string | undefined
  child.once("error", (error) => (failure = error.message))
  child.once("exit", (code, signal) => (failure ??= `it ended with ${signal ?? code}`))
  while (failure === undefined) {
    const { pid, status } = readPidFile(dir.cluster) ?? {}
    if (pid === child.pid && status === "ready") return undefined
    await sleep(5)
  }
  return logSince(dir.log, before).trim() || failure
}

function start(dir: DataDir, runner: Runner, settings: readonly string[], log: number): ChildProcess {
  const [file = "", ...rest] = [...runner.wrap, program(runner.binaries, "postgres"), "-D", dir.cluster, ...settings]
  const { user, environment } = runner
  // Detached, so that Ctrl-C reaches this process only, which then stops the server.
  const child = spawn(file, rest, {
    ...user,
    cwd: dir.path,
    env: environment,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", log, log],
  })
  child.unref()
  return child
}

/** Fast, after 30 s immediate, which the next start recovers from. @throws EmbeddedPostgresError after 10 s more. */
export async function stopServer(dir: DataDir): Promise<void> {
  for (const [signal, seconds] of [
    ["SIGINT", 30],
    ["SIGQUIT", 10],
  ] as const) {
    const running = postmasterOf(dir.cluster)
    if (!running) return
    await signalServer(dir, running.pid, signal)
    if (await endsWithin(dir, running.pid, seconds)) return
  }
  const { pid } = postmasterOf(dir.cluster) ?? {}
  if (pid === undefined) return
  throw new EmbeddedPostgresError(
    `The database in ${dir.cluster} (process ${pid}) does not stop: end it and start again.`,
  )
}

async function signalServer({ cluster }: DataDir, pid: number, signal: NodeJS.Signals): Promise<void> {
  if (process.platform !== "win32") return void process.kill(pid, signal)
  const mode = signal === "SIGINT" ? "fast" : "immediate"
  // Windows has no signals. pg_ctl fails when the server has ended already.
  await promisify(execFile)(program(findBinaries(), "pg_ctl"), ["stop", "-D", cluster, "-m", mode]).catch(() => {})
}

async function endsWithin({ cluster }: DataDir, pid: number, seconds: number): Promise<boolean> {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(10)) {
    if (!isServing(pid, cluster)) return true
  }
  return false
}
