import type { FastifyInstance, FastifyRequest } from "fastify"

/** Longer than a replica that is read may be behind, so that a write which is older is there. */
const MAX_AGE_S = 60
const MILLISECONDS = /^\d{13}$/

const nameOf = (isSecure: boolean) => (isSecure ? "__Host-written" : "written")

/** Tells the browser when it last wrote, also where the reply is an error, which may come after the commit. */
export function rememberWrites(app: FastifyInstance, now: () => number, isSecure: boolean): void {
  const options = { path: "/", sameSite: "lax", secure: isSecure, httpOnly: true, maxAge: MAX_AGE_S } as const
  app.addHook("onSend", ({ method }, reply, _payload, done) => {
    if (method !== "GET" && method !== "HEAD") reply.setCookie(nameOf(isSecure), `${now()}`, options)
    done()
  })
}

/** 0 when it wrote nothing lately. */
export function writtenAtIn({ cookies }: FastifyRequest, isSecure: boolean): number {
  const value = cookies[nameOf(isSecure)] ?? ""
  return MILLISECONDS.test(value) ? Number(value) : 0
}
