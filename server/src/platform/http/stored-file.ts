import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { FastifyReply, FastifyRequest } from "fastify"
import { policyOf } from "./policy.ts"

/** A file kept in memory with its compressed forms, ready to be sent. */
export interface StoredFile {
  readonly type: string
  readonly cacheControl: string
  readonly etag: string
  readonly raw: Buffer
  readonly br?: Buffer
  readonly gz?: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

const WINDOW_BITS = 18

export const HTML = "text/html; charset=utf-8"
export const REVALIDATE = "no-cache"
export const FOREVER = "public, max-age=31536000, immutable"

/** The tag that changes with the content, for `ETag` and `If-None-Match` (RFC 9110, 8.8.3). */
export function tagOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 20)
}

/** A page with the policy that its own inline scripts and styles need. `raw` is a whole HTML document. */
export function storedPage(raw: Buffer): StoredFile {
  const headers = { "content-security-policy": policyOf(raw.toString()) }
  return { type: HTML, cacheControl: REVALIDATE, etag: tagOf(raw), raw, headers }
}

/** Compresses what was made while running. Off the event loop; `quality` 4 for one reader, 11 for what is kept. */
export async function compressed(raw: Buffer, quality: number): Promise<{ br: Buffer; gz: Buffer }> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    // A window as large as a page; the usual one would hold some ten megabytes to compress fifty kilobytes.
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
  }
  const [br, gz] = await Promise.all([promisify(brotliCompress)(raw, { params }), promisify(gzip)(raw)])
  return { br, gz }
}

/** Sends a file: 304 when the reader has it, 206 for a part of a film, else whole in the best encoding they take. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile, status = 200): FastifyReply {
  const [body, encoding] = pick(file, request.headers["accept-encoding"] ?? "")
  reply.headers({
    "content-type": file.type,
    "cache-control": file.cacheControl,
    etag: `"${file.etag}${encoding ? `-${encoding}` : ""}"`,
    vary: "accept-encoding",
    ...file.headers,
  })
  if (status === 200 && request.headers["if-none-match"]?.includes(`"${file.etag}`)) return reply.code(304).send()
  if (encoding) return reply.code(status).header("content-encoding", encoding).send(body)
  reply.header("accept-ranges", "bytes")
  const part = status === 200 ? partOf(request.headers.range, body.length) : undefined
  if (!part) return reply.code(status).send(body)
  if (part === "beyond") return reply.code(416).header("content-range", `bytes */${body.length}`).send()
  const [from, to] = part
  return reply
    .code(206)
    .header("content-range", `bytes ${from}-${to}/${body.length}`)
    .send(body.subarray(from, to + 1))
}

function pick(file: StoredFile, accepted: string): [Buffer, "br" | "gzip" | undefined] {
  if (file.br && /\bbr\b/.test(accepted)) return [file.br, "br"]
  if (file.gz && /\bgzip\b/.test(accepted)) return [file.gz, "gzip"]
  return [file.raw, undefined]
}

/** One byte range (RFC 9110, 14.1.2): Safari plays no film without. Several ranges at once are answered whole. */
function partOf(range: string | undefined, length: number): [number, number] | "beyond" | undefined {
  const [, first = "", last = ""] = range?.match(/^bytes=(\d*)-(\d*)$/) ?? []
  if (!first && !last) return undefined
  const from = first ? Number(first) : Math.max(0, length - Number(last))
  const to = first && last ? Math.min(Number(last), length - 1) : length - 1
  return from > to || from >= length ? "beyond" : [from, to]
}
