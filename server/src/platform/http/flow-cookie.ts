import type { FastifyReply, FastifyRequest } from "fastify"

/** What a browser keeps between the steps of a flow, in an HttpOnly cookie. `via` is the code of an ambassador's link. */
export interface FlowCookie {
  readonly value: string | undefined
  set(value: string, seconds: number): void
  clear(): void
}

export function flowCookie(
  flow: "visit" | "payment" | "via",
  request: FastifyRequest,
  reply: FastifyReply,
  isSecure: boolean,
): FlowCookie {
  const name = isSecure ? `__Host-${flow}` : flow
  const fixed = { path: "/", sameSite: "lax", secure: isSecure, httpOnly: true } as const
  return {
    value: request.cookies[name],
    set: (value, seconds) => void reply.setCookie(name, value, { ...fixed, maxAge: seconds }),
    clear() {
      if (request.cookies[name] !== undefined) reply.clearCookie(name, fixed)
    },
  }
}
