import { randomBytes } from "node:crypto"
import cookie from "@fastify/cookie"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { deviceName } from "./device-name.ts"

interface Device {
  /** 256 random bits. */
  readonly secret: string
  readonly name: string
}

export interface SessionCookie {
  readonly secret: string | undefined
  readonly device: Device
  begin(secret: string, until: Date): void
  /** Of a sign-in whose password was right and whose second factor is still missing. */
  readonly pendingSecret: string | undefined
  beginPending(secret: string, until: Date): void
  rememberDevice(): void
  end(): void
}

/** The cookie of D10: not a secret, and readable by the scripts of the pages. Each sign-in gives it another value. */
const HINT_COOKIE = "signed_in"
const HINT_BYTES = 8
const DAYS_400_S = 34_560_000
const SECRET = /^[\w-]{43}$/

export async function registerCookies(app: FastifyInstance): Promise<void> {
  await app.register(cookie)
}

const nameOf = (isSecure: boolean) => (isSecure ? "__Host-session" : "session")

/** The session's secret in a WebSocket upgrade, which has no reply to set a cookie on. */
export function sessionSecretIn(
  app: FastifyInstance,
  header: string | undefined,
  isSecure: boolean,
): string | undefined {
  return app.parseCookie(header ?? "")[nameOf(isSecure)]
}

/** Over HTTPS with the prefix that stops subdomains from setting it (C9). The device cookie outlives the session. */
export function sessionCookie(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): SessionCookie {
  const prefix = isSecure ? "__Host-" : ""
  const [name, deviceCookie, pendingCookie] = [nameOf(isSecure), `${prefix}device`, `${prefix}second-factor`]
  const options = { path: "/", sameSite: "lax", secure: isSecure } as const
  const stored = request.cookies[deviceCookie] ?? ""
  const device: Device = {
    secret: SECRET.test(stored) ? stored : randomBytes(32).toString("base64url"),
    name: deviceName(request.headers["user-agent"]),
  }
  const rememberDevice = () =>
    void reply.setCookie(deviceCookie, device.secret, { ...options, httpOnly: true, maxAge: DAYS_400_S })
  return {
    secret: request.cookies[name],
    device,
    rememberDevice,
    pendingSecret: request.cookies[pendingCookie],
    beginPending(secret, until) {
      reply.setCookie(pendingCookie, secret, { ...options, sameSite: "strict", httpOnly: true, expires: until })
    },
    begin(secret, until) {
      reply.setCookie(name, secret, { ...options, httpOnly: true, expires: until })
      if (request.cookies[pendingCookie]) reply.clearCookie(pendingCookie, { ...options, httpOnly: true })
      rememberDevice()
      reply.setCookie(HINT_COOKIE, randomBytes(HINT_BYTES).toString("hex"), { ...options, maxAge: DAYS_400_S })
    },
    end() {
      reply.clearCookie(name, { ...options, httpOnly: true })
      reply.clearCookie(HINT_COOKIE, options)
      // The picture and the pages of the account, which the next user of the device must not find.
      reply.header("clear-site-data", '"cache"')
    },
  }
}
