import * as z from "zod/mini"
import type { Page } from "./lists.ts"

/**
 * `any-admin` includes administrators who have not yet set up the second factor that the site requires. Which approved
 * roles `tutor` and `ambassador` include is in `roles.ts`.
 */
export type Access = "public" | "member" | "tutor" | "ambassador" | "any-admin" | "admin"

/** A file as reply, streamed when long: the browser shows it, or saves it under `name`. `type` is a media type. */
export const Download = z.object({
  type: z.string(),
  bytes: z.union([z.instanceof(Uint8Array), z.custom<AsyncIterable<string>>(isStream)]),
  name: z.optional(z.string()),
})
export type Download = z.output<typeof Download>

function isStream(value: unknown): boolean {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value
}

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly path: `/api/${string}`
  readonly access: Access
  /** 200 by default. */
  readonly status?: 200 | 201 | 202 | 204
  /** Also accepts a plain HTML form, for browsers without script. */
  readonly form?: true
  /** The body is a form, whichever way it is encoded, of a program and not of a page (RFC 8058). */
  readonly oneClick?: true
  /** The body is multipart/form-data with a file (RFC 7578), not JSON. */
  readonly upload?: true
  /** The body is an email (RFC 5322), not JSON; the caller is a mail system with a secret, not a page. */
  readonly inboundEmail?: true
  /** The body is JSON that the handler gets as bytes, to verify a signature over them. */
  readonly rawBody?: true
  /** The reply is a `page` of a list: the body is the array, headers carry the rest (D2). */
  readonly list?: true
  readonly longBody?: true
  /** The reply is compressed: it holds no secret, so that its length cannot tell one (BREACH). */
  readonly compressed?: true
  /** How long the browser may keep the reply; by default not at all. */
  readonly cache?: "day" | "forever"
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniObject | z.ZodMiniDiscriminatedUnion | z.ZodMiniPipe<z.ZodMiniTransform, z.ZodMiniObject>
  readonly reply: z.ZodMiniType
}

type Part = "params" | "query" | "body"
type PartsOf<R extends Route> = { [K in Part]: R[K] extends z.ZodMiniType ? K : never }[Part]

export type RouteInput<R extends Route> = { [K in PartsOf<R>]: z.input<NonNullable<R[K]>> }
export type ParsedInput<R extends Route> = { [K in PartsOf<R>]: z.output<NonNullable<R[K]>> }
export type Reply<R extends Route> = z.output<R["reply"]>

/** A route without its schemas: what a request needs, and the types of what it sends and receives. */
export interface Descriptor<Input, Output> extends Pick<Route, "method" | "path" | "upload"> {
  /** Never set: only for the compiler. */
  readonly types?: (input: Input) => Output
}
export type ListDescriptor<Query, Row> = Descriptor<{ query: Query }, Page<Row>>
export type InputOf<D> = D extends Descriptor<infer Input, unknown> ? Input : never

export function route<const R extends Route>(declaration: R): R {
  return declaration
}
