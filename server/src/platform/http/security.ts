import { isIP } from "node:net"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { Problem } from "#platform/problem.ts"

const HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(self)",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
}
/** For everything that is not a page: a page brings its own, which replaces this. */
const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'"
const YEAR_S = 31_536_000

/** The headers of every answer that is not a page (security C8). */
export function fixedHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return {
    ...HEADERS,
    "content-security-policy": NOTHING_RUNS,
    ...(siteUrl.startsWith("https:") && { "strict-transport-security": `max-age=${YEAR_S}; includeSubDomains` }),
  }
}

/** The fixed headers of every answer, and the refusal of what another website sends (security C8, C9). */
export function secure(app: FastifyInstance, siteUrl: string): void {
  const site = new URL(siteUrl)
  const fixed = fixedHeaders(siteUrl)
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(fixed).header("x-request-id", request.id)
    done(isForeign(request, site) ? new Problem("origin.foreign") : undefined)
  })
}

/** A change asked for by a page that is not ours. Programs send neither header, and have no cookies to misuse. */
export function isForeign({ method, headers }: Pick<FastifyRequest, "method" | "headers">, site: URL): boolean {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return false
  const { origin, host, cookie } = headers
  const fetchSite = headers["sec-fetch-site"]
  if (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none") return true
  if (origin !== undefined) return origin !== site.origin && !isLocal(origin, host)
  return fetchSite === undefined && cookie !== undefined
}

/**
 * On this machine, and by a bare IP address, the product answers to whatever it was opened with: a phone on the desk
 * while developing. Another website cannot have such an origin, and a name that it points here is not one of these.
 */
function isLocal(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.host === host && (url.hostname === "localhost" || isIP(url.hostname.replace(/^\[|\]$/g, "")) > 0)
}
