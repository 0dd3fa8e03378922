import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { LessonError } from "@haitech/content/lesson"
import type { FastifyInstance } from "fastify"
import { createApp, jobs, recurringJobs } from "./app.ts"
import { type Config, ConfigError, readConfig, withoutEffects } from "./config.ts"
import { createDeps } from "./create-deps.ts"
import { SESSIONS_CHANNEL } from "./features/accounts/queries/sessions.ts"
import { hasAdmin } from "./features/accounts/service/admins.ts"
import { publishStudyGroups } from "./features/groups/service/starter.ts"
import { publishAchievements } from "./features/learning/service/achievements.ts"
import { loadShippedCourses } from "./features/learning/service/shipped.ts"
import { publishDemo } from "./features/members/service/demo.ts"
import { publishStarterContent } from "./features/publishing/service.ts"
import { createWorkerApp } from "./monitored-app.ts"
import { isPractice } from "./platform/backup/practice.ts"
import { databaseBus } from "./platform/bus.ts"
import { CHANGES_CHANNEL } from "./platform/db/changes.ts"
import { openDb } from "./platform/db/client.ts"
import { startClock } from "./platform/db/clock.ts"
import type { Where } from "./platform/db/connection.ts"
import { startEmbedded } from "./platform/db/embedded.ts"
import { migrate } from "./platform/db/migrate.ts"
import { createReads } from "./platform/db/reads.ts"
import { Replica } from "./platform/db/replica.ts"
import { watchStatements } from "./platform/db/slow-statements.ts"
import { DatabaseUnusableError, databaseReason, systemCode } from "./platform/db/unusable.ts"
import { waitForDatabase } from "./platform/db/wait.ts"
import { makeFolder } from "./platform/folder.ts"
import { collectGarbage, enlargePools, onRestAfterLoad } from "./platform/garbage.ts"
import type { Pages } from "./platform/http/pages.ts"
import { PagesUnusableError } from "./platform/http/pages.ts"
import { recurringHandlers, scheduleRecurring } from "./platform/jobs/recurring.ts"
import { startWorker } from "./platform/jobs/worker.ts"
import { compactCounters } from "./platform/lists/counters.ts"
import { createLog, type Log } from "./platform/log.ts"
import { describeMisspelt } from "./platform/setting-doubts.ts"
import { prepareShutdown } from "./platform/shutdown.ts"
import { sourceStack } from "./platform/source-stack.ts"
import type { Tracing } from "./platform/tracing.ts"

const DATABASE_WAIT_S = 60
/** On these, transactions notify in PostgreSQL, so that each change is announced with its commit. */
const FORWARDED_CHANNELS = [SESSIONS_CHANNEL, CHANGES_CHANNEL]

type OpenPages = (config: Pick<Config, "site" | "hasServiceWorker" | "webVitalsSample" | "cdnMaxAge">) => Promise<Pages>

export async function start(openPages: OpenPages): Promise<void> {
  let server: RunningServer | undefined
  try {
    const settings = readConfig()
    const config = isPractice(settings.dataDir) ? withoutEffects(settings) : settings
    const log = createLog(config.logLevel)
    if (config !== settings) log.warn("This is a practice of a restore: nobody is emailed or charged.")
    for (const misspelt of config.misspelt) console.error(describeMisspelt(misspelt))
    const shutdown = prepareShutdown(log)
    server = await open(config, log, openPages, shutdown.signal)
    if (await shutdown.register(server)) return
    enlargePools()
    collectGarbage()
    onRestAfterLoad(collectGarbage)
    await listen(server.app, config)
    const { address, port } = server.app.server.address() as AddressInfo
    console.log(`${config.site.name} is ready: http://${displayHost(address)}:${port}`)
  } catch (error) {
    console.error(startupError(error))
    await server?.close()
    process.exit(1)
  }
}

async function listen(app: FastifyInstance, { host, port, inheritedSocket: fd }: Config): Promise<void> {
  const where = fd === undefined ? { host, port } : { host, fd }
  await app.listen(where)
}

interface RunningServer {
  readonly app: FastifyInstance
  drain(): Promise<void>
  close(): Promise<void>
}

async function open(config: Config, log: Log, openPages: OpenPages, signal: AbortSignal): Promise<RunningServer> {
  makeFolder(config.dataDir)
  const openOwnPages = async () => (config.worker === "only" ? undefined : openPages(config))
  if (config.databaseUrl) {
    const pages = await openOwnPages()
    const { pool } = config
    await waitForDatabase(config.databaseUrl, { seconds: DATABASE_WAIT_S, log: console.error, signal, pool })
    return openWith(config.databaseUrl, config, log, pages)
  }
  // Read the pages while the database starts.
  const starting = startEmbedded(join(config.dataDir, "postgres"), { log: (line) => log.warn(line) })
  const [pages] = await Promise.allSettled([openOwnPages(), starting])
  const embedded = await starting
  try {
    if (pages.status === "rejected") throw pages.reason
    const server = await openWith(embedded, config, log, pages.value)
    return { ...server, close: () => server.close().finally(embedded.stop) }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

async function openWith(where: Where, config: Config, log: Log, pages: Pages | undefined): Promise<RunningServer> {
  await migrate(where)
  const { slowQueryMs } = config
  const watch = slowQueryMs === undefined ? undefined : watchStatements(log, slowQueryMs)
  const tracing = await openTracing(config, log)
  const database = openDb(where, { ...config.pool, watch, tracing })
  const clock = await startClock(database.pool)
  const nats = config.natsUrl ? new (await import("./gateways/nats.ts")).NatsBus(config.natsUrl, log) : undefined
  const bus = nats ?? databaseBus(database)
  const deps = await createDeps(config, { where, database, bus, now: clock.now, log, tracing })
  const { setupCode: code } = deps.admin
  if (code && !(await hasAdmin(deps))) log.warn(`There is no administrator yet. The setup at /admin asks for ${code}`)
  // Starter content includes invented testimonials, which must not appear on a real site.
  if (config.demo !== "off") await publishStarterContent(deps)
  await loadShippedCourses(deps)
  await publishAchievements(deps)
  await publishStudyGroups(deps)
  if (config.demo === "people") announceDemo(log, await publishDemo(deps))
  await compactCounters(database.db)
  const recurring = recurringJobs(deps)
  await scheduleRecurring(deps, recurring)
  const handlers = { ...jobs(deps), ...recurringHandlers(deps, recurring) }
  const worker = config.worker === "off" ? undefined : await startWorker({ database, handlers, log, tracing })
  if (worker) await nats?.forward(databaseBus(database), FORWARDED_CHANNELS)
  let isDraining = false
  const { now } = clock
  const { pool } = database
  const following = { ...config.pool, primary: pool, now, log, watch, tracing }
  const replica = pages && config.replica && new Replica({ ...following, address: config.replica })
  const reads = replica && createReads(database, replica, now)
  const options = { config, deps, log, isDraining: () => isDraining, pool, tracing, reads }
  const app = pages ? await createApp({ ...options, pages }) : createWorkerApp(options)
  return {
    app,
    async drain() {
      isDraining = true
      await pause(config.drainSeconds * 1000)
    },
    async close() {
      await app.close()
      await worker?.stop()
      await nats?.close()
      clock.stop()
      await Promise.all([replica?.close(), database.close(), tracing?.close()])
    },
  }
}

/** Loads the library only where an operator wants traces. */
async function openTracing({ traces }: Config, log: Log): Promise<Tracing | undefined> {
  return traces && (await import("./gateways/traces.ts")).exportTraces(traces, log)
}

function announceDemo(log: Log, member: Awaited<ReturnType<typeof publishDemo>>): void {
  if (member?.password) log.warn(`Demo member: sign in as ${member.username} with the password ${member.password}`)
}

const EXPECTED_ERRORS = [ConfigError, DatabaseUnusableError, LessonError, PagesUnusableError]

/** One line for the operator; the stack only for an unexpected error. */
function startupError(error: unknown): string {
  if (EXPECTED_ERRORS.some((type) => error instanceof type) && error instanceof Error) return error.message
  const reason = databaseReason(error)
  if (reason) return `The database refuses what the start needs: ${reason}`
  const code = systemCode(error)
  const { port, address, path } = error as { port?: number; address?: string; path?: string }
  if (code === "EADDRINUSE") return `Port ${port} is in use: stop the other program, or set PORT.`
  if (code === "EACCES" && port !== undefined)
    return `Port ${port} is not open to this user: set PORT to one above 1023.`
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `HOST ${address ?? ""} is not an address of this machine.`
  if (code?.startsWith("E") && path) return `DATA_DIR cannot be used: ${code} at ${path}`
  return error instanceof Error ? (sourceStack(error) ?? error.message) : String(error)
}

function displayHost(host: string): string {
  if (["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host)) return "localhost"
  return host.includes(":") ? `[${host}]` : host
}
