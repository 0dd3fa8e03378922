import { setTimeout as pause } from "node:timers/promises"
import type { FastifyInstance } from "fastify"
import type { Metrics } from "#platform/metrics.ts"
import { Problem } from "#platform/problem.ts"

interface Health {
  /** Resolves when the database answers. */
  readonly isReady: () => Promise<unknown>
  readonly isStopping: () => boolean
  readonly metrics: Metrics
}

/** One look at the database serves everybody who asks within this time: a health check must not be a load. */
const FRESH_MS = 1000
/** A database that takes longer is not ready, whatever becomes of the question. */
const ANSWER_MS = 2000

/** What a supervisor, a proxy and Prometheus ask (D2). Nothing here tells of people. */
export function mountHealth(app: FastifyInstance, { isReady, isStopping, metrics }: Health): void {
  let looked = { at: 0, ready: Promise.resolve(false) }
  const look = () => {
    if (Date.now() - looked.at < FRESH_MS) return looked.ready
    const ready = Promise.race([question(), pause(ANSWER_MS, false, { ref: false })])
    looked = { at: Date.now(), ready }
    return ready
  }
  /** One at a time: a database that hangs is not asked by ever more connections. */
  let pending: Promise<boolean> | undefined
  const question = () => {
    pending ??= isReady()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (pending = undefined))
    return pending
  }
  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "live" }))
  app.get("/readyz", async (_request, reply) => {
    if (isStopping() || !(await look())) throw new Problem("server.busy", { retryAfter: 1 })
    return reply.header("cache-control", "no-store").send({ status: "ready" })
  })
  app.get("/metrics", async (_request, reply) =>
    reply
      .header("cache-control", "no-store")
      .type(metrics.contentType)
      .send(await metrics.text()),
  )
}
