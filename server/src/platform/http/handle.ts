import type { Language } from "@haitech/contract/languages"
import type { Received, Route } from "@haitech/contract/route"
import type * as z from "zod/mini"
import type { ActorFor } from "#platform/actor.ts"
import type { Rule } from "#platform/rate-limits/limiter.ts"
import type { GuestCookie } from "./guest-cookie.ts"
import type { SessionCookie } from "./session-cookie.ts"

export type Handler<R extends Route> = (
  sent: Received<R> & {
    readonly actor: ActorFor<R["access"]>
    readonly language: Language
    readonly session: SessionCookie
    readonly guest: GuestCookie
    /** Of the network, as limits count it. */
    readonly address: string
    /** The header `IDEMPOTENCY_HEADER` of the contract. */
    readonly idempotencyKey: string | undefined
    /** The header `PROOF_HEADER` of the contract, as it came. */
    readonly proof: string | undefined
  },
) => Promise<z.input<R["reply"]>>

interface Options {
  /** What a program of the operator's shows (RFC 6750); where there is none, the call is not there. */
  readonly bearer?: { readonly secret: string | undefined }
  /** How often one address may call. */
  readonly limit?: Rule
  /** Where a reader without script stands: the form's name and place on its page, or the page that comes next. */
  readonly form?: { readonly name: string; readonly anchor: string; readonly next?: string }
}

export interface RouteHandler extends Options {
  readonly route: Route
  readonly handler: (sent: never) => Promise<unknown>
}

/** Marries a call of the contract to the function that answers it. */
export function handle<R extends Route>(route: R, handler: Handler<R>, options: Options = {}): RouteHandler {
  return { route, handler: handler as RouteHandler["handler"], ...options }
}
