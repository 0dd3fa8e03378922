import { type ChildProcess, execFile, spawn } from "node:child_process"
import { closeSync, rmSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import type { Address } from "#platform/db/connection.ts"
import { EmbeddedDatabaseError } from "#platform/db/unusable.ts"
import { removeSocket } from "./address.ts"
import { findBinaries, program } from "./binaries.ts"
import { complaint, logSince, openLog } from "./log.ts"
import type { Place } from "./place.ts"
import { exists, isServing, orphansOf, postmasterOf, readPidFile } from "./postmaster.ts"
import { own, type Runner } from "./privileges.ts"

/** Server settings by name; a caller's override ours. */
export type Settings = Readonly<Record<string, string>>

/**
 * Starts PostgreSQL and waits until it takes connections, also through a crash recovery.
 * @throws EmbeddedDatabaseError with the last words of the server.
 */
export async function launch(place: Place, runner: Runner, address: Address, settings: Settings): Promise<void> {
  clearRemains(place, address)
  for (let tries = 0; ; tries += 1) {
    const said = await tryLaunch(place, runner, listening(address, { ...SETTINGS, ...settings }))
    if (said === undefined) return
    if (tries >= 50 || !/shared memory block .* is still in use/.test(said)) {
      throw new EmbeddedDatabaseError(`The database in ${place.data} does not start: ${complaint(said)}`)
    }
    for (const pid of orphansOf(place.data)) process.kill(pid, "SIGQUIT")
    await sleep(100)
  }
}

/** For a small machine with two cores; everything a log line could tell about people stays out of the log. */
const SETTINGS: Settings = {
  max_connections: "60",
  shared_buffers: "128MB",
  max_wal_size: "512MB",
  io_method: "sync",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // A killed client's statement ends within a second, and its locks with it.
  client_connection_check_interval: process.platform === "linux" ? "1s" : "0",
  logging_collector: "off",
  log_min_messages: "log",
  log_statement: "none",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_parameter_max_length_on_error: "0",
  log_checkpoints: "off",
}

function listening(address: Address, settings: Settings): string[] {
  const where: Settings =
    "path" in address
      ? {
          listen_addresses: "",
          unix_socket_directories: quoted(dirname(address.path)),
          unix_socket_permissions: "0700",
        }
      : { listen_addresses: address.host, port: String(address.port), unix_socket_directories: "" }
  return Object.entries({ port: "5432", ...settings, ...where }).flatMap(([name, value]) => ["-c", `${name}=${value}`])
}

/** The setting is a list of names: a comma or a space inside one must not part it. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}

function clearRemains({ data }: Place, address: Address): void {
  removeSocket(address)
  const remains = readPidFile(data)
  // PostgreSQL judges by the bare pid. One that is gone it clears itself, after a look at the shared memory.
  if (remains && exists(remains.pid)) rmSync(join(data, "postmaster.pid"), { force: true })
}

/** @returns what the server said when it gave up. */
async function tryLaunch(place: Place, runner: Runner, settings: readonly string[]): Promise<string | undefined> {
  const log = openLog(place.log)
  own(place.log, runner, 0o600)
  const before = statSync(place.log).size
  const child = start(place, runner, settings, log)
  closeSync(log)
  let gone: string | undefined
  child.once("error", (error) => (gone = error.message))
  child.once("exit", (code, signal) => (gone ??= `it ended with ${signal ?? code}`))
  while (gone === undefined) {
    const { pid, status } = readPidFile(place.data) ?? {}
    if (pid === child.pid && status === "ready") return undefined
    await sleep(5)
  }
  return logSince(place.log, before).trim() || gone
}

function start(place: Place, runner: Runner, settings: readonly string[], log: number): ChildProcess {
  const [file = "", ...rest] = [...runner.wrap, program(runner.binaries, "postgres"), "-D", place.data, ...settings]
  const { user, environment } = runner
  // A session of its own: Ctrl-C in the terminal is for the product, which then stops the server in good order.
  const child = spawn(file, rest, {
    ...user,
    cwd: place.folder,
    env: environment,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", log, log],
  })
  child.unref()
  return child
}

/** Stops the server in good order; an answer that does not come in time makes it a stop that recovery repairs. */
export async function stopServer(place: Place): Promise<void> {
  for (const [signal, seconds] of [
    ["SIGINT", 30],
    ["SIGQUIT", 10],
  ] as const) {
    const running = postmasterOf(place.data)
    if (!running) return
    await end(place, running.pid, signal)
    if (await endsWithin(place, running.pid, seconds)) return
  }
  const { pid } = postmasterOf(place.data) ?? {}
  if (pid === undefined) return
  throw new EmbeddedDatabaseError(
    `The database in ${place.data} (process ${pid}) does not stop: end it and start again.`,
  )
}

async function end({ data }: Place, pid: number, signal: NodeJS.Signals): Promise<void> {
  if (process.platform !== "win32") return void process.kill(pid, signal)
  const mode = signal === "SIGINT" ? "fast" : "immediate"
  // Windows has no signals; a server that is not running is no failure here.
  await promisify(execFile)(program(findBinaries(), "pg_ctl"), ["stop", "-D", data, "-m", mode]).catch(() => {})
}

async function endsWithin({ data }: Place, pid: number, seconds: number): Promise<boolean> {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(10)) {
    if (!isServing(pid, data)) return true
  }
  return false
}
