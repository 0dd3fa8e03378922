import { randomBytes } from "node:crypto"
import cookie from "@fastify/cookie"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { deviceName } from "./device-name.ts"

/** A browser that somebody uses. */
interface Device {
  /** Made at its first sign-in and kept by the browser: 256 bits that nobody else has. */
  readonly secret: string
  /** A browser and a system, such as "Firefox, Android". */
  readonly name: string
}

/** The cookie that names a session, for one request. */
export interface SessionCookie {
  /** What the caller showed; whether it opens anything, a feature knows. */
  readonly secret: string | undefined
  readonly device: Device
  begin(secret: string, until: Date): void
  /** Keeps the browser's own secret without a session. */
  rememberDevice(): void
  end(): void
}

/** Names the hint of D10: no secret, and readable by the pages' inline script. */
const HINT = "signed_in"
const DAYS_400_S = 34_560_000
const SECRET = /^[\w-]{43}$/

export async function readCookies(app: FastifyInstance): Promise<void> {
  await app.register(cookie)
}

const nameOf = (isSecure: boolean) => (isSecure ? "__Host-session" : "session")

/** The session's secret in a request that has no reply to set a cookie on: one that asks for a socket. */
export function secretIn(app: FastifyInstance, header: string | undefined, isSecure: boolean): string | undefined {
  return app.parseCookie(header ?? "")[nameOf(isSecure)]
}

/**
 * HttpOnly, same-site and for the whole site; over https with the prefix that keeps sub-domains from setting it (C9).
 * The device's own cookie stays when the session ends: it tells a sign-in from a known browser from one from a new one.
 */
export function sessionCookie(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): SessionCookie {
  const [name, deviceCookie] = [nameOf(isSecure), isSecure ? "__Host-device" : "device"]
  const fixed = { path: "/", sameSite: "lax", secure: isSecure } as const
  const known = request.cookies[deviceCookie] ?? ""
  const device: Device = {
    secret: SECRET.test(known) ? known : randomBytes(32).toString("base64url"),
    name: deviceName(request.headers["user-agent"]),
  }
  const rememberDevice = () =>
    void reply.setCookie(deviceCookie, device.secret, { ...fixed, httpOnly: true, maxAge: DAYS_400_S })
  return {
    secret: request.cookies[name],
    device,
    rememberDevice,
    begin(secret, until) {
      reply.setCookie(name, secret, { ...fixed, httpOnly: true, expires: until })
      rememberDevice()
      reply.setCookie(HINT, "1", { ...fixed, maxAge: DAYS_400_S })
    },
    end() {
      reply.clearCookie(name, { ...fixed, httpOnly: true })
      reply.clearCookie(HINT, fixed)
    },
  }
}
