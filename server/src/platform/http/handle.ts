import type { Language } from "@haitech/contract/languages"
import type { PageRequest } from "@haitech/contract/pages"
import type { ParsedInput, Route } from "@haitech/contract/route"
import type * as z from "zod/mini"
import type { ActorFor } from "#platform/actor.ts"
import type { WatchedTable } from "#platform/db/changes.ts"
import type { Db } from "#platform/db/client.ts"
import type { Rule } from "#platform/rate-limits/limiter.ts"
import type { FlowCookie } from "./flow-cookie.ts"
import type { GuestCookie } from "./guest-cookie.ts"
import type { SessionCookie } from "./session-cookie.ts"

/**
 * Public forms that send an email to an address that nobody has confirmed, all of them together, per network address. A
 * class that registers together shares one.
 */
export const EMAIL_FORM_LIMIT: Rule = { name: "email_form.address", limit: 40, windowSeconds: 3600 }

export type Handler<R extends Route, More = object> = (
  input: ParsedInput<R> &
    More & {
      readonly actor: ActorFor<R["access"]>
      readonly language: Language
      readonly session: SessionCookie
      readonly guest: GuestCookie
      /** The secret of a payment that continues on a page of this site. */
      readonly payment: FlowCookie
      readonly via: FlowCookie
      readonly address: string
      readonly idempotencyKey: string | undefined
      readonly proof: string | undefined
      readonly signature: string | undefined
    },
) => Promise<z.input<R["reply"]>>

interface Options {
  /** The bearer token that the operator's program sends (RFC 6750); without a configured secret the route is 404. */
  readonly bearer?: { readonly secret: string | undefined }
  readonly limit?: Rule
  /**
   * For forms without script: the form's name and anchor on its page, or the page to open next: `next`, the reply's
   * `url`, or `continued`, which is rendered into the response, so that no address has what the form knows.
   */
  readonly form?: {
    readonly name: string
    readonly anchor: string
    readonly next?: string
    readonly opensReply?: boolean
    /** Makes the call's fields of those that only a form without script has; `timeZone` is the site's. */
    readonly complete?: (fields: Readonly<Record<string, unknown>>, timeZone: string) => Record<string, unknown>
    readonly continued?: (values: Readonly<Record<string, string>>, reply: never) => Omit<PageRequest, "language">
  }
}

export interface RouteHandler extends Options {
  readonly route: Route
  readonly handler: (input: never) => Promise<unknown>
  readonly isStaleRead?: boolean
  readonly rememberedTables?: readonly WatchedTable[]
}

export function handle<R extends Route>(route: R, handler: Handler<R>, options: Options = {}): RouteHandler {
  return { route, handler: handler as RouteHandler["handler"], ...options }
}

/** A read that decides nothing, and that nobody was just told to make: its `db` may be the replica, seconds behind. */
export function handleStaleRead<R extends Route>(
  route: R,
  handler: Handler<R, { readonly db: Db }>,
  options: Options = {},
): RouteHandler {
  return { route, handler: handler as RouteHandler["handler"], isStaleRead: true, ...options }
}

/** A public read that is the same for everybody who reads one language: in memory until one of the tables changes. */
export function handleRememberedRead<R extends Route & { readonly access: "public" }>(
  route: R,
  rememberedTables: readonly WatchedTable[],
  handler: (input: ParsedInput<R> & { readonly language: Language }) => Promise<z.input<R["reply"]>>,
): RouteHandler {
  return { route, handler: handler as RouteHandler["handler"], rememberedTables }
}
