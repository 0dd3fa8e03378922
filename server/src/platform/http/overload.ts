import type { FastifyInstance } from "fastify"
import { Problem } from "#platform/problem.ts"
import type { Connections } from "./connections.ts"

const MAX_PER_CONNECTION = 8
const MAX_IN_ALL = 500
const HEALTH = new Set(["/healthz", "/readyz"])

/** A client that sends requests without waiting for responses must not hold up the others. */
export function limitRequestsInWork(app: FastifyInstance, { requests }: Connections): void {
  app.addHook("onRequest", ({ raw, url }, _reply, done) => {
    const isOverloaded = requests() > MAX_IN_ALL || requests(raw.socket) > MAX_PER_CONNECTION
    done(isOverloaded && !HEALTH.has(url) ? new Problem("server.busy", { retryAfter: 1 }) : undefined)
  })
}
