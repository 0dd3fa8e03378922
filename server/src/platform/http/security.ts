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
const DENY_ALL = "default-src 'none'; frame-ancestors 'none'"
const YEAR_S = 31_536_000

export function fixedHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return {
    ...HEADERS,
    "content-security-policy": DENY_ALL,
    ...(siteUrl.startsWith("https:") && { "strict-transport-security": `max-age=${YEAR_S}; includeSubDomains` }),
  }
}

export function secure(app: FastifyInstance, siteUrl: string): void {
  const site = new URL(siteUrl)
  const fixed = fixedHeaders(siteUrl)
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(fixed).header("x-request-id", request.id)
    // The token in its address is all that such a call goes by, so there is nothing that another website could misuse.
    const isFromAnywhere = request.routeOptions.config.isFromAnywhere ?? false
    done(!isFromAnywhere && isForeign(request, site) ? new Problem("origin.foreign") : undefined)
  })
}

/** Whether another website sends this change. Programs send neither header, and have no cookies to misuse. */
export function isForeign({ method, headers }: Pick<FastifyRequest, "method" | "headers">, site: URL): boolean {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return false
  const { origin, host, cookie } = headers
  const fetchSite = headers["sec-fetch-site"]
  if (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none") return true
  if (origin !== undefined) return origin !== site.origin && !isLocal(origin, host)
  return fetchSite === undefined && cookie !== undefined
}

/** For a phone in development: another website cannot have `localhost` or a bare IP address as origin. */
function isLocal(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.host === host && (url.hostname === "localhost" || isIP(url.hostname.replace(/^\[|\]$/g, "")) > 0)
}
