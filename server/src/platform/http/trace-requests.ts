import type { FastifyInstance, FastifyRequest } from "fastify"
import type { Span, TraceIds, Tracing } from "#platform/tracing.ts"

/** Ignores the header `traceparent`: proxies pass on a stranger's, who would then decide what is sampled. */
export function traceRequests(
  app: FastifyInstance,
  tracing: Tracing,
): (request: FastifyRequest) => TraceIds | undefined {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook("onRequest", (request, _reply, done) => {
    const { method } = request
    const route = request.routeOptions.url
    const name = route ? `${method} ${route}` : method
    const attributes = { "http.request.method": method, ...(route && { "http.route": route }) }
    const span = tracing.startTrace({ kind: "request", name, attributes })
    if (!span) return done()
    spans.set(request, span)
    span.run(done)
  })
  app.addHook("preValidation", (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook("onResponse", (request, reply, done) => {
    const status = reply.statusCode
    spans.get(request)?.end({ "http.response.status_code": status }, status >= 500 ? String(status) : undefined)
    done()
  })
  return (request) => spans.get(request)?.ids
}
