import type { FastifyInstance, FastifyRequest } from "fastify"
import { origin } from "#platform/correlation.ts"
import type { Log } from "#platform/log.ts"
import type { Metrics } from "#platform/metrics.ts"
import type { Tracing } from "#platform/tracing.ts"
import { traceRequests } from "./trace-requests.ts"

/** Logs one line per request: the route pattern instead of the address, no IP, headers or bodies (security C15). */
export function observe(app: FastifyInstance, log: Log, metrics: Metrics, tracing?: Tracing): void {
  const traceOf = tracing && traceRequests(app, tracing)
  const originOf = (request: FastifyRequest) => (traceOf ? { id: request.id, ...traceOf(request) } : { id: request.id })
  app.addHook("onRequest", (request, _reply, done) => origin.run(originOf(request), done))
  // A body ends in an event of the connection, which is outside of the request's context.
  app.addHook("preValidation", (request, _reply, done) =>
    request.method === "GET" ? done() : origin.run(originOf(request), done),
  )
  app.addHook("onResponse", (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime * 10) / 10
    metrics.answered({ method, route, status, seconds: ms / 1000 })
    log.info({ ...originOf(request), method, route: route ?? "none", status, ms }, "request")
    done()
  })
}
