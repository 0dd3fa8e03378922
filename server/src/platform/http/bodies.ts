import type { FastifyInstance, FastifyRequest } from "fastify"
import { Problem } from "#platform/problem.ts"
import { UPLOAD, uploadedFields } from "./uploads.ts"

const DEEPEST = 32
const MOST_FIELDS = 1000
const BYTE_ORDER_MARK = "\ufeff"
/** A letter as mail systems hand it on. */
const INBOUND_EMAIL = "message/rfc822"
const FORM = "application/x-www-form-urlencoded"

/**
 * Bodies are JSON, or a plain HTML form or a letter where the route takes one. What is not a body of ours is refused rather than
 * mended, since a reader before us may have mended it in another way: broken UTF-8, a byte order mark, a name said
 * twice, a number that does not fit, an object's prototype; and before anything is built from it, what is too deep or
 * too wide (security C16).
 */
export async function readBodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser("error", "error")
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    try {
      const text = decoded(body as Buffer)
      if (text.startsWith(BYTE_ORDER_MARK)) throw new Problem("request.malformed")
      const names = measured(text)
      void parse(request, text, (error, value) => done(error ?? flaw(value, names), value))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser(FORM, { parseAs: "buffer" }, async (_request: FastifyRequest, body: Buffer) =>
    fieldsOf(decoded(body)),
  )
  app.addContentTypeParser(UPLOAD, { parseAs: "buffer" }, async (request: FastifyRequest, body: Buffer) =>
    uploadedFields(body, request.headers["content-type"] ?? ""),
  )
  app.addContentTypeParser(INBOUND_EMAIL, { parseAs: "buffer" }, async (_request: FastifyRequest, raw: Buffer) => ({
    raw,
  }))
}

/** The content type is read in one place, by the parser that Fastify chose; this asks what it was. */
export function isForm(request: FastifyRequest): boolean {
  return request.mediaType === FORM
}

export function isUpload(request: FastifyRequest): boolean {
  return request.mediaType === UPLOAD
}

export function isInboundEmail(request: FastifyRequest): boolean {
  return request.mediaType === INBOUND_EMAIL
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** @throws {Problem} `request.malformed` */
function decoded(body: Buffer): string {
  try {
    return UTF8.decode(body)
  } catch {
    throw new Problem("request.malformed")
  }
}

/**
 * How many names the objects in a JSON text have. Counted in the text: building 100,000 nested arrays only to refuse
 * them would be the attack.
 * @throws {Problem} `request.too_large`
 */
function measured(body: string): number {
  let depth = 0
  let items = 0
  let names = 0
  let isText = false
  for (let at = 0; at < body.length; at++) {
    const sign = body[at]
    if (isText) {
      if (sign === "\\") at += 1
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === "{" || sign === "[") depth += 1
    else if (sign === "}" || sign === "]") depth -= 1
    else if (sign === ",") items += 1
    else if (sign === ":") names += 1
    if (depth > DEEPEST || items + names > MOST_FIELDS) throw new Problem("request.too_large")
  }
  return names
}

/** A name said twice leaves fewer names than the text had. */
function flaw(value: unknown, names: number): Problem | null {
  const kept = census(value)
  return kept === names ? null : new Problem("request.malformed")
}

/** The names of all objects in a value; not a number when a number in it is none. */
function census(value: unknown): number {
  if (typeof value === "number") return Number.isFinite(value) ? 0 : Number.NaN
  if (typeof value !== "object" || value === null) return 0
  const parts = Object.values(value)
  return parts.reduce<number>((sum, part) => sum + census(part), Array.isArray(value) ? 0 : parts.length)
}

/** A field that comes twice is a list, which no schema of a form takes. */
function fieldsOf(text: string): Record<string, string | string[]> {
  const signs = text.match(/&/g)?.length ?? 0
  if (signs > MOST_FIELDS) throw new Problem("request.too_large")
  try {
    decodeURIComponent(text)
  } catch {
    throw new Problem("request.malformed")
  }
  const sent = [...new URLSearchParams(text)]
  const fields = Map.groupBy(sent, ([name]) => name)
  const entries = [...fields].map(([name, values]) => {
    const texts = values.map(([, value]) => value)
    return [name, texts.length === 1 ? (texts[0] ?? "") : texts] as const
  })
  return Object.assign(Object.create(null), Object.fromEntries(entries))
}
