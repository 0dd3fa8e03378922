import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, brotliDecompressSync, constants, gzip } from "node:zlib"
import type { FastifyReply, FastifyRequest } from "fastify"
import { pageHeaders } from "./policy.ts"

export interface StoredFile {
  readonly type: string
  readonly cacheControl: string
  readonly etag: string
  /** The content without encoding. With Brotli it is decompressed for each caller: hardly anybody asks for it. */
  readonly raw: () => Buffer
  readonly br?: Buffer
  readonly gz?: Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** A page that is the same for everybody. */
  readonly isShared?: boolean
}

const WINDOW_BITS = 18

const BROTLI = /\bbr\b/
const GZIP = /\bgzip\b/

export const HTML = "text/html; charset=utf-8"
export const REVALIDATE = "no-cache"
/** Some CDNs keep what says `no-store` alone. */
export const NEVER_STORED = "private, no-store"
export const FOREVER = "public, max-age=31536000, immutable"

/** Browsers ignore them on scripts, styles, fonts and pictures, and a page loads a dozen of these. */
const OF_DOCUMENTS = ["permissions-policy", "cross-origin-opener-policy", "referrer-policy", "x-request-id"]

/** A hash of the content for `ETag` and `If-None-Match` (RFC 9110, 8.8.3). */
export function tagOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 20)
}

export function storedPage(raw: Buffer, ownScripts?: ReadonlySet<string>): StoredFile {
  const headers = pageHeaders(raw.toString(), ownScripts)
  return { type: HTML, cacheControl: REVALIDATE, etag: tagOf(raw), raw: () => raw, headers }
}

/** How long shared caches keep a page, and use it while they ask for the next one or the server fails (RFC 5861). */
export function cacheableFor(seconds: number): (file: StoredFile) => StoredFile {
  const stale = "stale-while-revalidate=60, stale-if-error=86400"
  const cacheControl = `max-age=0, s-maxage=${seconds}, ${stale}`
  // Strict caches use nothing stale that says s-maxage (RFC 9111, 5.2.2.10); to them this one counts (RFC 9213).
  const targeted = { "cdn-cache-control": `max-age=${seconds}, ${stale}` }
  return (file) =>
    seconds > 0 && file.isShared ? { ...file, cacheControl, headers: { ...file.headers, ...targeted } } : file
}

/** A file with its content in other encodings, without the content itself in memory. */
export function encoded(file: StoredFile, { br, gz }: Pick<StoredFile, "br" | "gz">): StoredFile {
  return { ...file, ...(br && { br, raw: () => brotliDecompressSync(br) }), ...(gz && { gz }) }
}

/** Compresses a page rendered at run time, off the event loop. `quality` is Brotli's, from 0 to 11. */
export async function compressed(raw: Buffer, quality: number): Promise<{ br: Buffer; gz: Buffer }> {
  const [br, gz] = await Promise.all([brotli(raw, quality), promisify(gzip)(raw)])
  return { br, gz }
}

export async function compressedFor(
  accepted: string,
  raw: Buffer,
  quality: number,
): Promise<Pick<StoredFile, "br" | "gz">> {
  if (BROTLI.test(accepted)) return { br: await brotli(raw, quality) }
  return GZIP.test(accepted) ? { gz: await promisify(gzip)(raw) } : {}
}

function brotli(raw: Buffer, quality: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // A window of the size of a page; the default one takes about ten megabytes to compress fifty kilobytes.
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
  }
  return promisify(brotliCompress)(raw, { params })
}

/** The headers that describe a file in itself. `fixed` are those of all responses. */
export function headersOfFile(
  { type, cacheControl, headers }: StoredFile,
  fixed: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const common = Object.entries(fixed).filter(([name]) => cacheControl !== FOREVER || !OF_DOCUMENTS.includes(name))
  return { ...Object.fromEntries(common), "content-type": type, ...headers }
}

/** Whether its encoding depends on the request: that of fonts and pictures, which are built once, does not. */
function hasVariants({ br, gz, cacheControl }: StoredFile): boolean {
  return cacheControl !== FOREVER || br !== undefined || gz !== undefined
}

/** Sets status and headers: 304 when the client has it, 206 for a byte range, else whole in the best accepted encoding. */
export function bodyOfFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  status = 200,
): Buffer | undefined {
  const [body, encoding] = pickEncoding(file, request.headers["accept-encoding"] ?? "")
  reply.headers({
    "content-type": file.type,
    "cache-control": file.cacheControl,
    ...(hasVariants(file) && { vary: "accept-encoding" }),
    ...file.headers,
  })
  // Nobody asks whether a file has changed whose address has the hash of its content.
  if (file.cacheControl !== FOREVER) reply.header("etag", `"${file.etag}${encoding ? `-${encoding}` : ""}"`)
  else for (const name of OF_DOCUMENTS) reply.removeHeader(name)
  reply.code(status)
  if (status === 200 && request.headers["if-none-match"]?.includes(`"${file.etag}`)) {
    reply.code(304)
    return undefined
  }
  if (encoding) {
    reply.header("content-encoding", encoding)
    return body
  }
  reply.header("accept-ranges", "bytes")
  const range = status === 200 ? parseRange(request.headers.range, body.length) : undefined
  if (!range) return body
  if (range === "unsatisfiable") {
    reply.removeHeader("cdn-cache-control")
    reply.code(416).headers({ "content-range": `bytes */${body.length}`, "cache-control": NEVER_STORED })
    return undefined
  }
  const [from, to] = range
  reply.code(206).header("content-range", `bytes ${from}-${to}/${body.length}`)
  return body.subarray(from, to + 1)
}

function pickEncoding(file: StoredFile, accepted: string): [Buffer, "br" | "gzip" | undefined] {
  if (file.br && BROTLI.test(accepted)) return [file.br, "br"]
  if (file.gz && GZIP.test(accepted)) return [file.gz, "gzip"]
  return [file.raw(), undefined]
}

/** Parses one byte range (RFC 9110, 14.1.2), which Safari needs for videos. Several ranges get the whole file. */
function parseRange(header: string | undefined, length: number): [number, number] | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = header?.match(/^bytes=(\d*)-(\d*)$/) ?? []
  if (!first && !last) return undefined
  const from = first ? Number(first) : Math.max(0, length - Number(last))
  const to = first && last ? Math.min(Number(last), length - 1) : length - 1
  return from > to || from >= length ? "unsatisfiable" : [from, to]
}
