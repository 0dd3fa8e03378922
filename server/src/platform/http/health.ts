import { setTimeout as pause } from "node:timers/promises"
import type { FastifyInstance } from "fastify"
import type { Metrics } from "#platform/metrics.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"

interface Health {
  readonly isReady: () => Promise<boolean>
  readonly isStopping: () => boolean
  readonly metrics: Metrics
  /** The bearer secret of the metrics. Without one everybody may read them ("open"), or nobody ("closed"). */
  readonly metricsAccess: { readonly token: string } | "open" | "closed"
}

/** All requests within this time share one check, so that health checks do not load the database. */
const FRESH_MS = 1000
const TIMEOUT_MS = 2000

export function createReadinessCheck(query: () => Promise<boolean>): () => Promise<boolean> {
  let lastCheck = { at: Number.NEGATIVE_INFINITY, ready: Promise.resolve(false) }
  /** One query at a time, so that a hanging database does not use up the connections. */
  let pending: Promise<boolean> | undefined
  const ping = () => {
    pending ??= query()
      .catch(() => false)
      .finally(() => (pending = undefined))
    return pending
  }
  return () => {
    if (performance.now() - lastCheck.at < FRESH_MS) return lastCheck.ready
    const ready = Promise.race([ping(), pause(TIMEOUT_MS, false, { ref: false })])
    lastCheck = { at: performance.now(), ready }
    return ready
  }
}

export function mountHealth(app: FastifyInstance, { isReady, isStopping, metrics, metricsAccess }: Health): void {
  app.get("/healthz", async (_request, reply) => {
    reply.header("cache-control", "no-store")
    return { status: "live" }
  })
  app.get("/readyz", async (_request, reply) => {
    if (isStopping() || !(await isReady())) throw new Problem("server.busy", { retryAfter: 1 })
    reply.header("cache-control", "no-store")
    return { status: "ready" }
  })
  app.get("/metrics", async (request, reply) => {
    const { authorization = "" } = request.headers
    const isAllowed =
      typeof metricsAccess === "string"
        ? metricsAccess === "open"
        : isSameSecret(authorization, `Bearer ${metricsAccess.token}`)
    if (!isAllowed) throw new Problem("call.unknown")
    reply.header("cache-control", "no-store").type(metrics.contentType)
    return metrics.text()
  })
}
