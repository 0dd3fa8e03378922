import type { FastifyInstance, FastifyRequest } from "fastify"
import { Problem } from "#platform/problem.ts"
import { UPLOAD, uploadedFields } from "./uploads.ts"

const MAX_DEPTH = 32
const MAX_FIELDS = 1000
const BYTE_ORDER_MARK = "\ufeff"
const INBOUND_EMAIL = "message/rfc822"
const FORM = "application/x-www-form-urlencoded"

/** A malformed body is refused, never repaired: a proxy before us may have repaired it differently (security C16). */
export async function registerBodyParsers(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser("error", "error")
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (request.routeOptions.config.rawBody) return done(null, { raw: body })
    try {
      const text = decodeUtf8(body as Buffer)
      if (text.startsWith(BYTE_ORDER_MARK)) throw new Problem("request.malformed")
      const names = countNames(text)
      void parse(request, text, (error, value) => done(error ?? checkNames(value, names), value))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser(FORM, { parseAs: "buffer" }, async (_request: FastifyRequest, body: Buffer) =>
    parseForm(decodeUtf8(body)),
  )
  app.addContentTypeParser(UPLOAD, { parseAs: "buffer" }, async (request: FastifyRequest, body: Buffer) =>
    uploadedFields(body, request.headers["content-type"] ?? ""),
  )
  app.addContentTypeParser(INBOUND_EMAIL, { parseAs: "buffer" }, async (_request: FastifyRequest, raw: Buffer) => ({
    raw,
  }))
}

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

function decodeUtf8(body: Buffer): string {
  try {
    return UTF8.decode(body)
  } catch {
    throw new Problem("request.malformed")
  }
}

/**
 * Counts in the text, because parsing 100,000 nested arrays only to refuse them would already be the attack.
 * @throws {Problem} `request.too_large`
 */
function countNames(body: string): number {
  let depth = 0
  let items = 0
  let names = 0
  let isString = false
  for (let at = 0; at < body.length; at++) {
    const char = body[at]
    if (isString) {
      if (char === "\\") at += 1
      else if (char === '"') isString = false
    } else if (char === '"') isString = true
    else if (char === "{" || char === "[") depth += 1
    else if (char === "}" || char === "]") depth -= 1
    else if (char === ",") items += 1
    else if (char === ":") names += 1
    if (depth > MAX_DEPTH || items + names > MAX_FIELDS) throw new Problem("request.too_large")
  }
  return names
}

/** Duplicate names are lost in parsing: the value then has fewer names than the text. */
function checkNames(value: unknown, names: number): Problem | null {
  return countParsedNames(value) === names ? null : new Problem("request.malformed")
}

function countParsedNames(value: unknown): number {
  if (typeof value === "number") return Number.isFinite(value) ? 0 : Number.NaN
  if (typeof value !== "object" || value === null) return 0
  const parts = Object.values(value)
  return parts.reduce<number>((sum, part) => sum + countParsedNames(part), Array.isArray(value) ? 0 : parts.length)
}

/** A repeated field becomes a list, which no schema of a form accepts. */
function parseForm(text: string): Record<string, string | string[]> {
  const separators = text.match(/&/g)?.length ?? 0
  if (separators > MAX_FIELDS) throw new Problem("request.too_large")
  try {
    decodeURIComponent(text)
  } catch {
    throw new Problem("request.malformed")
  }
  const pairs = [...new URLSearchParams(text)]
  const fields = Map.groupBy(pairs, ([name]) => name)
  const entries = [...fields].map(([name, values]) => {
    const texts = values.map(([, value]) => value)
    return [name, texts.length === 1 ? (texts[0] ?? "") : texts] as const
  })
  return Object.assign(Object.create(null), Object.fromEntries(entries))
}
