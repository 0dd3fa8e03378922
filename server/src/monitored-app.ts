import proxyAddr from "@fastify/proxy-addr"
import type { FastifyInstance } from "fastify"
import type { Config } from "./config.ts"
import type { Deps } from "./deps.ts"
import type { ConnectionPool } from "./platform/db/pool.ts"
import type { Reads } from "./platform/db/reads.ts"
import { type Connections, closeConnectionsWhile, trackConnections } from "./platform/http/connections.ts"
import { handleErrors } from "./platform/http/errors.ts"
import { createFastify } from "./platform/http/fastify.ts"
import { createReadinessCheck, mountHealth } from "./platform/http/health.ts"
import { observe } from "./platform/http/observe.ts"
import { limitRequestsInWork } from "./platform/http/overload.ts"
import type { Pages } from "./platform/http/pages.ts"
import { secure } from "./platform/http/security.ts"
import { sendTogether } from "./platform/http/turns.ts"
import { outboxStats } from "./platform/jobs/outbox.ts"
import type { Log } from "./platform/log.ts"
import { createMetrics } from "./platform/metrics.ts"
import { diskOf } from "./platform/system/machine.ts"
import type { Tracing } from "./platform/tracing.ts"

export interface ProcessOptions {
  readonly config: Pick<Config, "dataDir" | "site" | "trustProxy" | "metricsAccess">
  readonly deps: Deps
  readonly log: Log
  readonly pool: ConnectionPool
  readonly isDraining: () => boolean
  readonly tracing?: Tracing | undefined
  readonly reads?: Reads | undefined
}

const MAX_CONNECTIONS = 10_000

/** The server of a process that works off jobs and serves nobody: it says how it is, and nothing else. */
export function createWorkerApp(options: ProcessOptions): FastifyInstance {
  return createMonitoredApp(options, trustFunction(options.config.trustProxy), () => 0)
}

export function createMonitoredApp(
  { config, deps, log, pool, isDraining, tracing, reads }: ProcessOptions,
  trust: ReturnType<typeof trustFunction>,
  sockets: () => number,
  pages?: Pages,
): FastifyInstance {
  const { url } = config.site
  const isReady = createReadinessCheck(() => pool.isWritable())
  const app = createFastify(url, trust)
  const connections = trackConnections(app.server)
  const isClosing = endOnClose(app, connections)
  closeConnectionsWhile(isDraining, app)
  const metrics = createMetrics({
    newestBackup: deps.backups?.newestAt,
    certificateEnd: deps.certificateEnd,
    disk: () => diskOf(config.dataDir),
    isBusConnected: () => deps.bus.isConnected(),
    isDatabaseUp: isReady,
    outbox: () => outboxStats(deps.db),
    pool: () => pool.usage(),
    reads: reads?.count,
    requestsInFlight: () => connections.requests(),
    slowStatements: () => pool.slowStatements(),
    sockets,
  })
  limitRequestsInWork(app, connections)
  sendTogether(app)
  observe(app, log, metrics, tracing)
  secure(app, url)
  handleErrors(app, log, pages)
  const isStopping = () => isDraining() || isClosing()
  mountHealth(app, { isReady, isStopping, metrics, metricsAccess: config.metricsAccess })
  return app
}

function endOnClose(app: FastifyInstance, connections: Connections): () => boolean {
  let isStopping = false
  app.server.maxConnections = MAX_CONNECTIONS
  app.addHook("preClose", async () => {
    isStopping = true
    connections.end()
  })
  return () => isStopping
}

export function trustFunction(proxies: Config["trustProxy"]) {
  if (typeof proxies === "number") return (_address: string, hop: number) => hop < proxies
  return proxyAddr.compile(proxies || [])
}
