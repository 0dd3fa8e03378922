import { setTimeout as pause } from "node:timers/promises"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import type { PoolUsage } from "./db/pool.ts"
import type { ReadCounts } from "./db/reads.ts"
import type { OutboxStats } from "./jobs/outbox.ts"
import { memoize } from "./memoize.ts"
import { VERSION } from "./release.ts"

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
  /** Counts an answered request; `route` is the pattern, undefined for an unknown address. */
  answered(request: { method: string; route: string | undefined; status: number; seconds: number }): void
}

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]
/** Requests of this pattern are counted by route; all others together, because every page and file is a route. */
const COUNTED = /^\/(api|login|ws|healthz|readyz|metrics)\b/

interface Sources {
  readonly newestBackup: (() => Promise<number>) | undefined
  readonly certificateEnd: (() => Promise<number>) | undefined
  readonly disk: () => Promise<{ readonly free: number; readonly size: number }>
  readonly isBusConnected: () => boolean
  readonly isDatabaseUp: () => Promise<boolean>
  readonly outbox: () => Promise<OutboxStats>
  readonly pool: () => PoolUsage
  readonly reads: (() => ReadCounts) | undefined
  readonly requestsInFlight: () => number
  readonly slowStatements: () => number
  readonly sockets: () => number
}

/** A scrape must not wait for a database or a bucket that hangs. */
const READ_MS = 2000

export function createMetrics(sources: Sources): Metrics {
  const ofProcess = processRegistry()
  const registry = new Registry()
  const requests = new Counter({
    name: "http_requests_total",
    help: "Answered requests by method, route pattern and status code; pages and files together",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  })
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of answered requests: API reads, API writes, and pages and files",
    labelNames: ["kind"],
    buckets: SECONDS,
    registers: [registry],
  })
  new Counter({
    name: "database_slow_statements_total",
    help: "Statements that took longer than SLOW_QUERY_MS",
    registers: [registry],
    collect() {
      this.reset()
      this.inc(sources.slowStatements())
    },
  })
  addReads(registry, sources.reads)
  const refresh = addGauges(registry, sources)
  return {
    contentType: registry.contentType,
    async text() {
      await refresh()
      return `${await ofProcess.metrics()}\n${await registry.metrics()}`
    },
    answered({ method, route, status, seconds }) {
      requests.inc({ method, route: labelOf(route), status })
      durations.observe({ kind: kindOf(method, route) }, seconds)
    },
  }
}

// Once per process: nothing ends the timers and observers of these metrics, and they keep their registry alive.
const processRegistry = memoize(() => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
})

function addReads(registry: Registry, count: Sources["reads"]): void {
  new Counter({
    name: "database_stale_reads_total",
    help: "Reads that may be seconds old, by the server that answered; repeated: statements that failed on the replica",
    labelNames: ["server"],
    registers: [registry],
    collect() {
      this.reset()
      if (!count) return
      const { replica, primary, repeated } = count()
      this.inc({ server: "replica" }, replica)
      this.inc({ server: "primary" }, primary)
      this.inc({ server: "repeated" }, repeated)
    },
  })
  new Gauge({
    name: "database_replica_lag_seconds",
    help: "How old the newest known state of the replica is; NaN without one",
    registers: [registry],
    collect() {
      this.set(count?.().lagSeconds ?? Number.NaN)
    },
  })
}

function addGauges(registry: Registry, sources: Sources): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const up = gauge("database_up", "1 while the database answers")
  const bus = gauge("bus_connected", "1 while notifications of other processes arrive")
  const connections = new Gauge({
    name: "database_pool_connections",
    help: "Open connections of the pool by state",
    labelNames: ["state"],
    registers: [registry],
  })
  const max = gauge("database_pool_connections_max", "The most connections that the pool opens")
  const wanted = gauge("database_pool_waiting_requests", "Callers that wait for a connection")
  const inFlight = gauge("http_requests_in_flight", "Requests that are being answered")
  const sockets = gauge("websocket_connections", "Open WebSockets")
  const waiting = gauge("outbox_waiting", "Jobs that are due, running or being tried again")
  const failed = gauge("outbox_failed", "Jobs that were given up in the last 30 days and not tried again")
  const oldest = gauge("outbox_oldest_age_seconds", "Age of the oldest waiting job")
  const backup = gauge(
    "backup_newest_timestamp_seconds",
    "Time of the newest backup; 0 without one, NaN when none are made",
  )
  const certificate = gauge(
    "certificate_end_timestamp_seconds",
    "When the certificate of the public address ends; NaN without TLS or when nobody answers there",
  )
  const free = gauge("disk_free_bytes", "Free space of the data folder's disk")
  const size = gauge("disk_size_bytes", "Size of the data folder's disk")
  const build = new Gauge({
    name: "haitech_build_info",
    help: "1",
    labelNames: ["version", "node"],
    registers: [registry],
  })
  build.set({ version: VERSION, node: process.version }, 1)
  return async () => {
    // Before the other readings, which wait for a connection themselves.
    const { busy, idle, ...pool } = sources.pool()
    const isUp = await sources.isDatabaseUp()
    const [outbox, newest, end, disk] = await Promise.all([
      isUp ? inTime(sources.outbox) : undefined,
      sources.newestBackup && inTime(sources.newestBackup),
      sources.certificateEnd && inTime(sources.certificateEnd),
      inTime(sources.disk),
    ])
    up.set(isUp ? 1 : 0)
    bus.set(sources.isBusConnected() ? 1 : 0)
    connections.set({ state: "busy" }, busy)
    connections.set({ state: "idle" }, idle)
    max.set(pool.max)
    wanted.set(pool.waiting)
    inFlight.set(sources.requestsInFlight())
    sockets.set(sources.sockets())
    waiting.set(outbox?.waiting ?? Number.NaN)
    failed.set(outbox?.failed ?? Number.NaN)
    oldest.set(outbox?.oldestAgeSeconds ?? Number.NaN)
    backup.set(newest ?? Number.NaN)
    certificate.set(end ?? Number.NaN)
    free.set(disk?.free ?? Number.NaN)
    size.set(disk?.size ?? Number.NaN)
  }
}

function inTime<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  const timeout = pause(READ_MS, undefined, { ref: false })
  return Promise.race([read(), timeout]).catch(() => undefined)
}

function labelOf(route: string | undefined): string {
  if (route === undefined) return "unknown"
  return COUNTED.test(route) ? route : "page"
}

function kindOf(method: string, route: string | undefined): string {
  if (!route?.startsWith("/api/")) return "page"
  return method === "GET" ? "read" : "write"
}
