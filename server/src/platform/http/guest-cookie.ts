import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"

export interface GuestCookie {
  readonly secret: string | undefined
  set(secret: string): void
}

const HALF_A_YEAR_S = 15_552_000
const SECRET = /^[\w-]{43}$/

const nameOf = (isSecure: boolean) => (isSecure ? "__Host-guest" : "guest")

export function guestSecretIn(app: FastifyInstance, header: string | undefined, isSecure: boolean): string | undefined {
  return validSecret(app.parseCookie(header ?? "")[nameOf(isSecure)])
}

/** HttpOnly, same-site, for the whole site; over HTTPS with the prefix that stops subdomains from setting it (C9). */
export function guestCookie(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): GuestCookie {
  const name = nameOf(isSecure)
  return {
    secret: validSecret(request.cookies[name]),
    set(secret) {
      const fixed = { path: "/", sameSite: "lax", secure: isSecure, httpOnly: true } as const
      reply.setCookie(name, secret, { ...fixed, maxAge: HALF_A_YEAR_S })
    },
  }
}

function validSecret(value: string | undefined): string | undefined {
  return value && SECRET.test(value) ? value : undefined
}
