import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
  /** Counts an answered request; `route` is the pattern, undefined for an unknown address. */
  answered(request: { method: string; route: string | undefined; status: number; seconds: number }): void
}

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]
/** Requests of this pattern are counted by route; all others together, because every page and file is a route. */
const COUNTED = /^\/(api|login|ws|healthz|readyz|metrics)\b/

export function createMetrics(outboxDepth: () => Promise<number>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
  new Gauge({
    name: "outbox_waiting",
    help: "Effects that are waiting to be sent",
    registers: [registry],
    async collect() {
      this.set(await outboxDepth().catch(() => Number.NaN))
    },
  })
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    answered({ method, route, status, seconds }) {
      requests.inc({ method, route: labelOf(route), status })
      durations.observe({ kind: kindOf(method, route) }, seconds)
    },
  }
}

function labelOf(route: string | undefined): string {
  if (route === undefined) return "unknown"
  return COUNTED.test(route) ? route : "page"
}

function kindOf(method: string, route: string | undefined): string {
  if (!route?.startsWith("/api/")) return "page"
  return method === "GET" ? "read" : "write"
}
