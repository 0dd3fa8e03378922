import cookie from "@fastify/cookie"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"

/** The cookie that names a session, for one request. */
export interface SessionCookie {
  /** What the caller showed; whether it opens anything, a feature knows. */
  readonly secret: string | undefined
  begin(secret: string, until: Date): void
  end(): void
}

/** Names the hint of D10: no secret, and readable by the pages' inline script. */
const HINT = "signed_in"
const DAYS_400_S = 34_560_000

export async function readCookies(app: FastifyInstance): Promise<void> {
  await app.register(cookie)
}

/**
 * HttpOnly, same-site and for the whole site; over https with the prefix that keeps sub-domains from setting it (C9).
 */
export function sessionCookie(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): SessionCookie {
  const name = isSecure ? "__Host-session" : "session"
  const fixed = { path: "/", sameSite: "lax", secure: isSecure } as const
  return {
    secret: request.cookies[name],
    begin(secret, until) {
      reply.setCookie(name, secret, { ...fixed, httpOnly: true, expires: until })
      reply.setCookie(HINT, "1", { ...fixed, maxAge: DAYS_400_S })
    },
    end() {
      reply.clearCookie(name, { ...fixed, httpOnly: true })
      reply.clearCookie(HINT, fixed)
    },
  }
}
