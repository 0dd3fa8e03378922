import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"

/** The cookie by which somebody without an account is known again, for one request. */
export interface GuestCookie {
  /** What the caller showed, if it looks like one of ours; whether it opens anything, a feature knows. */
  readonly secret: string | undefined
  /** Half a year from now on. */
  keep(secret: string): void
}

const HALF_A_YEAR_S = 15_552_000
/** 256 bits. */
const SECRET = /^[\w-]{43}$/

const nameOf = (isSecure: boolean) => (isSecure ? "__Host-guest" : "guest")

/** The guest's secret in a request that has no reply to set a cookie on: one that asks for a socket. */
export function guestIn(app: FastifyInstance, header: string | undefined, isSecure: boolean): string | undefined {
  return ours(app.parseCookie(header ?? "")[nameOf(isSecure)])
}

/** HttpOnly, same-site and for the whole site; over https with the prefix that keeps sub-domains from setting it (C9). */
export function guestCookie(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): GuestCookie {
  const name = nameOf(isSecure)
  return {
    secret: ours(request.cookies[name]),
    keep(secret) {
      const fixed = { path: "/", sameSite: "lax", secure: isSecure, httpOnly: true } as const
      reply.setCookie(name, secret, { ...fixed, maxAge: HALF_A_YEAR_S })
    },
  }
}

function ours(shown: string | undefined): string | undefined {
  return shown && SECRET.test(shown) ? shown : undefined
}
