import { Readable } from "node:stream"
import { ARTICLE_BYTES } from "@haitech/contract/admin/publishing"
import { fieldErrors } from "@haitech/contract/field-errors"
import { IDEMPOTENCY_HEADER, PROOF_HEADER } from "@haitech/contract/headers"
import type { Page } from "@haitech/contract/lists"
import { EMAIL_BYTES } from "@haitech/contract/mail"
import { PICTURE_BYTES } from "@haitech/contract/members"
import { mayCall } from "@haitech/contract/roles"
import { type Access, Download, type Route } from "@haitech/contract/route"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import * as z from "zod/mini"
import type { Member } from "#platform/actor.ts"
import type { Db } from "#platform/db/client.ts"
import type { Reads } from "#platform/db/reads.ts"
import { Problem } from "#platform/problem.ts"
import { addressSubject, type Limiter } from "#platform/rate-limits/limiter.ts"
import { isSameSecret } from "#platform/secret.ts"
import { isForm, isInboundEmail, isUpload } from "./bodies.ts"
import { flowCookie } from "./flow-cookie.ts"
import { handleForm } from "./forms.ts"
import { guestCookie } from "./guest-cookie.ts"
import type { RouteHandler } from "./handle.ts"
import { languageFrom } from "./language.ts"
import type { Pages } from "./pages.ts"
import type { RememberedReplies } from "./remembered-replies.ts"
import { type SessionCookie, sessionCookie } from "./session-cookie.ts"
import { bodyOfFile, compressedFor, NEVER_STORED, type StoredFile, tagOf } from "./stored-file.ts"
import { writtenAtIn } from "./written-cookie.ts"

declare module "fastify" {
  interface FastifyContextConfig {
    readonly rawBody?: boolean
    readonly isFromAnywhere?: boolean
  }
}

interface AuthGuard {
  readonly db: Db
  readonly reads: Reads | undefined
  readonly authenticateMember: (secret: string) => Promise<Member | null>
  readonly isSecure: boolean
  readonly limiter: Limiter
  readonly pages: Pages
  readonly rememberedReplies: RememberedReplies
  readonly timeZone: string
}

const SIGNATURE_HEADER = "stripe-signature"
const UPLOAD_BYTES = PICTURE_BYTES + 64 * 1024
const IDEMPOTENCY_KEY = /^[\w-]{20,64}$/
/** Brotli's, of 0 to 11: quick, because it is compressed for each request. */
const QUALITY = 4
/** They fit into one packet as they are. */
const SMALL_BYTES = 1000

const CACHE_CONTROL = { day: "private, max-age=86400", forever: "private, max-age=31536000, immutable" }

export function mount(app: FastifyInstance, handlers: readonly RouteHandler[], guard: AuthGuard): void {
  for (const entry of handlers) {
    const { route } = entry
    app.route({
      method: route.method,
      url: route.path,
      config: { rawBody: route.rawBody ?? false, isFromAnywhere: route.oneClick ?? false },
      ...(route.upload && { bodyLimit: UPLOAD_BYTES }),
      ...(route.longBody && { bodyLimit: ARTICLE_BYTES }),
      ...(route.inboundEmail && { bodyLimit: EMAIL_BYTES }),
      // Before the body is read, so that a stranger cannot send a large one.
      preParsing: async (request, reply) => {
        if (entry.bearer) requireBearer(entry.bearer, request.headers.authorization)
        if (route.upload) await authorize(route, sessionCookie(request, reply, guard.isSecure), guard)
        if (isForm(request) && !route.form && !route.oneClick) throw new Problem("media.unsupported")
        if (isUpload(request) !== (route.upload ?? false) && !route.oneClick) throw new Problem("media.unsupported")
        if (isInboundEmail(request) !== (route.inboundEmail ?? false)) throw new Problem("media.unsupported")
      },
      handler: async (request, reply) => {
        if (entry.rememberedTables) return bodyOfFile(request, reply, await rememberedReply(entry, request, guard))
        return isForm(request) && !route.oneClick
          ? handleForm(entry, request, reply, guard, () => run(entry, request, reply, guard))
          : bodyOf(request, reply, route, await run(entry, request, reply, guard))
      },
    })
  }
  mountFallback(
    app,
    handlers.map(({ route }) => route),
  )
}

async function run(
  { route, handler, limit, isStaleRead }: RouteHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  guard: AuthGuard,
): Promise<unknown> {
  const session = sessionCookie(request, reply, guard.isSecure)
  const actor = await authorize(route, session, guard)
  const language = languageFrom(request.headers["accept-language"])
  const guest = guestCookie(request, reply, guard.isSecure)
  const payment = flowCookie("payment", request, reply, guard.isSecure)
  const via = flowCookie("via", request, reply, guard.isSecure)
  const address = addressSubject(request.ip)
  const idempotencyKey = idempotencyKeyOf(request)
  const proof = headerOf(request, PROOF_HEADER)
  const signature = headerOf(request, SIGNATURE_HEADER)
  const cookies = { session, guest, payment, via }
  const sender = { ...cookies, actor, language, address, idempotencyKey, proof, signature }
  const db = isStaleRead && (guard.reads?.dbFor(writtenAtIn(request, guard.isSecure)) ?? guard.db)
  const input = { ...sender, ...parseInput(route, request), ...(db && { db }) }
  if (limit) await guard.limiter.take(limit, address)
  try {
    // Parsing removes every field that is not part of the contract.
    return z.parse(route.reply, await handler(input as never))
  } finally {
    // An administrator sees a change at once; other processes are told within milliseconds.
    if (route.access === "admin" && route.method !== "GET") guard.rememberedReplies.forget()
  }
}

function rememberedReply(
  { route, handler, rememberedTables = [] }: RouteHandler,
  request: FastifyRequest,
  { rememberedReplies }: AuthGuard,
): Promise<StoredFile> {
  const input = { ...parseInput(route, request), language: languageFrom(request.headers["accept-language"]) }
  const key = `${route.path} ${JSON.stringify(input)}`
  return rememberedReplies.get(key, rememberedTables, async () => z.parse(route.reply, await handler(input as never)))
}

/** Handlers return the body: a returned reply is a thenable, which Fastify watches with six listeners. */
function bodyOf(request: FastifyRequest, reply: FastifyReply, route: Route, body: unknown): unknown {
  reply.code(route.status ?? 200).header("cache-control", route.cache ? CACHE_CONTROL[route.cache] : NEVER_STORED)
  if (route.compressed) return compressedBody(request, reply, Buffer.from(JSON.stringify(body)))
  if (route.list) return rowsOf(request, reply, body as Page<unknown>)
  if (route.reply !== Download) return body
  const { type, bytes, name } = body as Download
  if (name) reply.header("content-disposition", `attachment; filename="${name}"`)
  reply.type(type)
  return bytes instanceof Uint8Array ? bytes : Readable.from(bytes)
}

async function compressedBody(request: FastifyRequest, reply: FastifyReply, raw: Buffer): Promise<Buffer | undefined> {
  const type = "application/json; charset=utf-8"
  const file = { type, cacheControl: NEVER_STORED, etag: tagOf(raw), raw: () => raw }
  if (raw.length < SMALL_BYTES) return bodyOfFile(request, reply, file)
  const encodings = await compressedFor(request.headers["accept-encoding"] ?? "", raw, QUALITY)
  return bodyOfFile(request, reply, { ...file, ...encodings })
}

function rowsOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { rows, next, total }: Page<unknown>,
): readonly unknown[] {
  reply.header("x-total-count", total)
  if (next) {
    const [path = "", query] = request.url.split("?")
    const parameters = new URLSearchParams(query)
    parameters.set("cursor", next)
    reply.header("link", `<${path}?${parameters}>; rel="next"`)
  }
  return rows
}

async function authorize(
  { access }: Route,
  { secret }: SessionCookie,
  { authenticateMember }: AuthGuard,
): Promise<Member | null> {
  return checkAccess(access, secret ? await authenticateMember(secret) : null)
}

function checkAccess(access: Access, caller: Member | null): Member | null {
  if (access === "public") return caller
  if (!caller) throw new Problem("session.missing")
  if (access === "member") return caller
  if (access === "tutor" || access === "ambassador") {
    if (!mayCall(access, caller.role)) throw new Problem("access.refused")
    return caller
  }
  if (caller.lacksFactor) {
    if (access === "any-admin") return caller
    throw new Problem("factor.missing")
  }
  if (!caller.isAdmin) throw new Problem("access.refused")
  return caller
}

function requireBearer({ secret }: NonNullable<RouteHandler["bearer"]>, header: string | undefined): void {
  if (!secret) throw new Problem("call.unknown")
  const [, token = ""] = /^bearer (\S+)$/i.exec(header ?? "") ?? []
  if (!isSameSecret(token, secret)) throw new Problem("access.refused")
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = headerOf(request, IDEMPOTENCY_HEADER)
  if (key === undefined || IDEMPOTENCY_KEY.test(key)) return key
  throw new Problem("request.malformed")
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join() : value
}

function parseInput(route: Route, request: FastifyRequest): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const part of ["params", "query", "body"] as const) {
    const schema = route[part]
    if (!schema) continue
    const parsed = z.safeParse(schema, request[part])
    if (!parsed.success) throw invalid(parsed.error.issues)
    input[part] = parsed.data
  }
  return input
}

function invalid(issues: Parameters<typeof fieldErrors>[0]): Problem {
  const fields = fieldErrors(issues.filter(({ path }) => path.length > 0))
  const errors = Object.values(fields)
  const isTooLarge = errors.includes("image.too_large") || errors.includes("import_file.too_large")
  const code = isTooLarge ? "request.too_large" : "request.invalid"
  return new Problem(code, errors.length > 0 ? { fields } : {})
}

/** Another method on a known path is 405 with the allowed methods; an unknown path is 404 as JSON (D1). */
function mountFallback(app: FastifyInstance, routes: readonly Route[]): void {
  const known = routes.map(({ path, method }) => ({
    pattern: new RegExp(`^${path.replaceAll(/:[^/]+/g, "[^/]+")}$`),
    methods: method === "GET" ? ["GET", "HEAD"] : [method],
  }))
  app.setNotFoundHandler(async ({ url }, reply) => {
    const [path = ""] = url.split("?")
    const allowed = known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
    if (allowed.length === 0) throw new Problem("call.unknown")
    reply.header("allow", [...new Set(allowed)].join(", "))
    throw new Problem("method.refused")
  })
}
