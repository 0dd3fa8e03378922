import type * as z from "zod/mini"

/** Who may knock. The server refuses everyone else before a handler runs. */
export type Access = "public" | "member" | "admin"

/** How a call is declared: everything that the browser and the server must agree on. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Under `/api`, with `:name` for each of `params`. */
  readonly path: `/api/${string}`
  readonly access: Access
  /** Of a success; 200 unless it says otherwise. */
  readonly status?: 200 | 201 | 202 | 204
  /** The call also takes a plain HTML form, for readers without script. */
  readonly form?: true
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniObject
  readonly reply: z.ZodMiniType
}

type Part = "params" | "query" | "body"
type PartsOf<R extends Route> = { [K in Part]: R[K] extends z.ZodMiniObject ? K : never }[Part]

/** What the browser sends: the schemas' input side. */
export type Sent<R extends Route> = { [K in PartsOf<R>]: z.input<NonNullable<R[K]>> }
/** What the handler receives: the same, parsed. */
export type Received<R extends Route> = { [K in PartsOf<R>]: z.output<NonNullable<R[K]>> }
export type Reply<R extends Route> = z.output<R["reply"]>

/** Keeps the exact types of what is declared. */
export function route<const R extends Route>(declared: R): R {
  return declared
}
