import { setTimeout as sleep } from "node:timers/promises"
import { findBinaries } from "./binaries.ts"
import { ensureCluster } from "./cluster.ts"
import {
  type Connection,
  chooseEndpoint,
  type Endpoint,
  type Names,
  recordedEndpoint,
  removeShortFolder,
} from "./connection.ts"
import { type DataDir, openDataDir, unusable } from "./data-dir.ts"
import { EmbeddedPostgresError } from "./error.ts"
import { countLiveness, identify } from "./liveness.ts"
import { withLock } from "./lock.ts"
import { trimLog } from "./log.ts"
import { postmasterOf } from "./postmaster.ts"
import { chooseRunner } from "./privileges.ts"
import { launch, type Settings, stopServer } from "./server.ts"
import { supervise } from "./supervisor.ts"

export interface EmbeddedPostgres {
  readonly connection: Connection
  readonly attached: boolean
  /** The last process that calls it stops the server. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  /** Owns the database and is no superuser. `app` by default. */
  readonly user?: string
  readonly database?: string // `postgres` by default, which every cluster has
  /** Receives one line, without personal data, when the server died and when it is back. */
  readonly log?: (line: string) => void
  /** A server that already runs keeps its own. */
  readonly settings?: Settings
  /** A loopback port with a password instead of a unix socket. Default: on Windows only. */
  readonly tcp?: boolean
}

/** Starts a server or attaches to a running one, and restarts it whenever it dies. @throws EmbeddedPostgresError */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, user = "app", database = "postgres", log = () => {} } = options
  const dir = openDataDir(dataDir)
  const names = { user, database }
  const ensure = () => ensureRunning(dir, names, options)
  const supervisor = supervise({ lock: dir.lock, names, log, ensureRunning: ensure })
  const { endpoint, attached } = await supervisor.begin().catch((error: unknown) => {
    throw unusable(dir.path, error)
  })
  const trimming = setInterval(() => trimLog(dir.log), TRIM_MS).unref()
  return {
    connection: { ...names, ...endpoint },
    attached,
    async stop() {
      clearInterval(trimming)
      await supervisor.end()
      await withLock(dir.lock, () => stopIfLast(dir, endpoint))
    },
  }
}

const TRIM_MS = 60 * 60 * 1000

interface Running {
  readonly endpoint: Endpoint
  readonly attached: boolean
}

async function ensureRunning(dir: DataDir, names: Names, options: EmbeddedPostgresOptions): Promise<Running> {
  const running = await findRunning(dir)
  if (running) return { endpoint: running, attached: true }
  const runner = chooseRunner(dir, findBinaries())
  const endpoint = await chooseEndpoint(dir, runner, names, options.tcp ?? process.platform === "win32")
  await ensureCluster(dir, runner, endpoint)
  await launch(dir, runner, endpoint, options.settings ?? {})
  return { endpoint, attached: false }
}

async function findRunning(dir: DataDir): Promise<Endpoint | undefined> {
  const endpoint = recordedEndpoint(dir)
  let until = Date.now() + ANSWER_MS
  for (let tries = 0; tries < MIN_TRIES || Date.now() < until; await sleep(20), tries += 1) {
    const answer = await identify(dir, endpoint)
    if (answer === "ours") return endpoint
    if (answer === "foreign") {
      throw new EmbeddedPostgresError(`Another program answers at the database's socket in ${dir.path}: stop it.`)
    }
    const running = postmasterOf(dir.cluster)
    if (!running && answer === "none") return undefined
    if (running?.status === "ready" && answer === "none" && tries > 50) break // Its socket was deleted.
    if (running?.status === "starting") until = Date.now() + ANSWER_MS // A recovery takes as long as it needs.
  }
  if (!postmasterOf(dir.cluster)) {
    throw new EmbeddedPostgresError(`The database in ${dir.path} does not answer: stop the program at its socket.`)
  }
  await stopServer(dir)
  return undefined
}

const ANSWER_MS = 5_000
const MIN_TRIES = 3 // To a process that stood still, nothing seems to answer.

async function stopIfLast(dir: DataDir, endpoint: Endpoint): Promise<void> {
  if ((await countLiveness(endpoint)) > 0) return
  await stopServer(dir)
  removeShortFolder(dir, endpoint)
}
