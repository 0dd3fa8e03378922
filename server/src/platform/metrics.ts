import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
  /** Counts an answered request; `route` is the pattern, never the address. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void
}

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

export function createMetrics(outboxDepth: () => Promise<number>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: "http_request_seconds",
    help: "Answered requests by method, route pattern and status class",
    labelNames: ["method", "route", "status"],
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
    answered: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
  }
}
