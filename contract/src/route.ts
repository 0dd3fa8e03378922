import * as z from "zod/mini"

/** Who may knock. The server refuses everyone else before a handler runs. */
export type Access = "public" | "member" | "admin"

/**
 * A reply that is a file: the browser shows it, or with a `name` keeps it under that. `type` is a media type. What is
 * long comes piece by piece.
 */
export const Download = z.object({
  type: z.string(),
  bytes: z.union([z.instanceof(Uint8Array), z.custom<AsyncIterable<string>>(isStream)]),
  name: z.optional(z.string()),
})
export type Download = z.output<typeof Download>

function isStream(value: unknown): boolean {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value
}

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
  /** The body is a form with a file in it (RFC 7578), not JSON. */
  readonly upload?: true
  /** The body is a letter (RFC 5322), not JSON; what sends it is no page of ours, and has a secret. */
  readonly inboundEmail?: true
  /** The reply is a `page` of a list: an array on the wire, with the rest in its headers (D2). */
  readonly list?: true
  /** The body may be as long as an article. */
  readonly long?: true
  /** What is at this address never changes: the browser that asked may keep it. */
  readonly lasting?: true
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniObject | z.ZodMiniDiscriminatedUnion
  /** JSON, or a `Download`. */
  readonly reply: z.ZodMiniType
}

type Part = "params" | "query" | "body"
type PartsOf<R extends Route> = { [K in Part]: R[K] extends z.ZodMiniType ? K : never }[Part]

/** What the browser sends: the schemas' input side. */
export type Sent<R extends Route> = { [K in PartsOf<R>]: z.input<NonNullable<R[K]>> }
/** What the handler receives: the same, parsed. */
export type Received<R extends Route> = { [K in PartsOf<R>]: z.output<NonNullable<R[K]>> }
export type Reply<R extends Route> = z.output<R["reply"]>

/** Keeps the exact types of what is declared. */
export function route<const R extends Route>(declared: R): R {
  return declared
}
