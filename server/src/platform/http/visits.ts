import { type Language, languageOf } from "@haitech/contract/languages"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { addressSubject, type Limiter, type Rule } from "#platform/limits/limiter.ts"
import { Problem } from "#platform/problem.ts"
import { languageFrom } from "./language.ts"
import { type SessionCookie, sessionCookie } from "./session-cookie.ts"

/** A cookie that lives from one visit to the next: of this browser, for minutes. */
interface Slip {
  readonly kept: string | undefined
  keep(value: string, seconds: number): void
  drop(): void
}

interface Visitor {
  /** The whole address that was visited. */
  readonly address: URL
  /** Of the page the visitor comes from, or else of the browser. */
  readonly language: Language
  readonly userAgent: string
  readonly session: SessionCookie
  readonly slip: Slip
}

/** An address that a person's browser goes to and is sent on from: no call, and no page. */
export interface Visit {
  readonly path: `/${string}`
  /** How often one address may come. */
  readonly limit: Rule
  /** @returns where to go on to: a path of ours, or an address elsewhere */
  readonly receive: (visitor: Visitor) => Promise<string>
  /** Where to go when the visitor came too often. */
  readonly otherwise: (language: Language) => string
}

interface Door {
  readonly siteUrl: string
  readonly isSecure: boolean
  readonly limiter: Limiter
}

export function mountVisits(app: FastifyInstance, visits: readonly Visit[], door: Door): void {
  for (const visit of visits) {
    app.get(visit.path, { exposeHeadRoute: false }, async (request, reply) => {
      // What stands in these addresses is for us alone.
      reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" })
      // Nobody has come yet: a browser only thinks that somebody might.
      if (request.headers["sec-purpose"]?.includes("prefetch")) return reply.code(204).send()
      return reply.redirect(await sendOn(visit, request, reply, door), 303)
    })
  }
}

async function sendOn(visit: Visit, request: FastifyRequest, reply: FastifyReply, door: Door): Promise<string> {
  const language = languageOfPage(request)
  try {
    await door.limiter.take(visit.limit, addressSubject(request.ip))
  } catch (error) {
    if (error instanceof Problem && error.code === "rate.limited") return visit.otherwise(language)
    throw error
  }
  return visit.receive({
    address: new URL(request.url, door.siteUrl),
    language,
    userAgent: request.headers["user-agent"] ?? "",
    session: sessionCookie(request, reply, door.isSecure),
    slip: slipOf(request, reply, door.isSecure),
  })
}

function languageOfPage({ headers }: FastifyRequest): Language {
  const { referer = "", host } = headers
  const page = URL.canParse(referer) ? new URL(referer) : null
  return page && page.host === host ? languageOf(page.pathname).language : languageFrom(headers["accept-language"])
}

function slipOf(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Slip {
  const name = isSecure ? "__Host-visit" : "visit"
  const fixed = { path: "/", sameSite: "lax", secure: isSecure, httpOnly: true } as const
  return {
    kept: request.cookies[name],
    keep: (value, seconds) => void reply.setCookie(name, value, { ...fixed, maxAge: seconds }),
    drop: () => void reply.clearCookie(name, fixed),
  }
}
