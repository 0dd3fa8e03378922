import { type Language, languageOf } from "@haitech/contract/languages"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { Problem } from "#platform/problem.ts"
import { addressSubject, type Limiter, type Rule } from "#platform/rate-limits/limiter.ts"
import { type FlowCookie, flowCookie } from "./flow-cookie.ts"
import { languageFrom } from "./language.ts"
import { type SessionCookie, sessionCookie } from "./session-cookie.ts"
import { NEVER_STORED } from "./stored-file.ts"

interface Visitor {
  readonly address: URL
  readonly language: Language
  readonly userAgent: string
  readonly session: SessionCookie
  readonly flowCookie: FlowCookie
  readonly via: FlowCookie
}

export interface RedirectRoute {
  readonly path: `/${string}`
  readonly limit: Rule
  readonly receive: (visitor: Visitor) => Promise<string>
  readonly otherwise: (language: Language) => string
}

interface RedirectContext {
  readonly siteUrl: string
  readonly isSecure: boolean
  readonly limiter: Limiter
}

export function mountRedirects(app: FastifyInstance, routes: readonly RedirectRoute[], context: RedirectContext): void {
  for (const route of routes) {
    app.get(route.path, { exposeHeadRoute: false }, async (request, reply) => {
      // These addresses may contain secrets, so no cache and no other site may see them.
      reply.headers({ "cache-control": NEVER_STORED, "referrer-policy": "no-referrer" })
      // A prefetch is not a visit.
      if (request.headers["sec-purpose"]?.includes("prefetch")) return reply.code(204).send()
      return reply.redirect(await redirectTarget(route, request, reply, context), 303)
    })
  }
}

async function redirectTarget(
  route: RedirectRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  context: RedirectContext,
): Promise<string> {
  const language = languageOfPage(request)
  try {
    await context.limiter.take(route.limit, addressSubject(request.ip))
  } catch (error) {
    if (error instanceof Problem && error.code === "rate.limited") return route.otherwise(language)
    throw error
  }
  return route.receive({
    address: new URL(request.url, context.siteUrl),
    language,
    userAgent: request.headers["user-agent"] ?? "",
    session: sessionCookie(request, reply, context.isSecure),
    flowCookie: flowCookie("visit", request, reply, context.isSecure),
    via: flowCookie("via", request, reply, context.isSecure),
  })
}

function languageOfPage({ headers }: FastifyRequest): Language {
  const { referer = "", host } = headers
  const page = URL.canParse(referer) ? new URL(referer) : null
  return page && page.host === host ? languageOf(page.pathname).language : languageFrom(headers["accept-language"])
}
