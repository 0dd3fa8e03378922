import type { Socket } from "node:net"
import type { FastifyInstance } from "fastify"
import { Problem } from "#platform/problem.ts"

const MAX_PER_CONNECTION = 8
const MAX_IN_ALL = 500
const HEALTH = new Set(["/healthz", "/readyz"])

/** A client that sends requests without waiting for responses must not hold up the others. @returns their number */
export function limitRequestsInWork(app: FastifyInstance): () => number {
  let all = 0
  const perConnection = new WeakMap<Socket, number>()
  app.addHook("onRequest", ({ raw, url }, reply, done) => {
    if (HEALTH.has(url)) return done()
    const { socket } = raw
    const change = (by: number) => {
      all += by
      perConnection.set(socket, (perConnection.get(socket) ?? 0) + by)
    }
    change(1)
    reply.raw.once("close", () => change(-1))
    const isOverloaded = all > MAX_IN_ALL || (perConnection.get(socket) ?? 0) > MAX_PER_CONNECTION
    done(isOverloaded ? new Problem("server.busy", { retryAfter: 1 }) : undefined)
  })
  return () => all
}
