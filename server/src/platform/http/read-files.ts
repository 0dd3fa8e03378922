import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from "node:fs"
import { extname } from "node:path"
import { encoded, HTML, type StoredFile, tagOf } from "./stored-file.ts"

const TYPES: Readonly<Record<string, string>> = {
  ".html": HTML,
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".woff2": "font/woff2",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".wasm": "application/wasm",
}

export function typeOf(file: string): string | undefined {
  return TYPES[extname(file)]
}

export function readStoredFile(file: string, cacheControl: string): StoredFile {
  const { raw, ...encodings } = readEncoded(file)
  return encoded({ type: typeOf(file) ?? "", cacheControl, etag: tagOf(raw), raw: () => raw }, encodings)
}

interface EncodedFile extends Pick<StoredFile, "br" | "gz"> {
  /** With `br`, valid until the next call. */
  readonly raw: Buffer
}

export function readEncoded(file: string): EncodedFile {
  const read = (ending: string) => (existsSync(file + ending) ? readFileSync(file + ending) : undefined)
  const [br, gz] = [read(".br"), read(".gz")]
  return { raw: br ? readForNow(file) : readFileSync(file), ...(br && { br }), ...(gz && { gz }) }
}

let scratch = Buffer.alloc(0)

/** Node reads small files into common pieces of memory: those that are kept lie close together when others do not. */
function readForNow(file: string): Buffer {
  const { size } = statSync(file)
  if (size > scratch.length) scratch = Buffer.allocUnsafeSlow(size)
  const descriptor = openSync(file, "r")
  readSync(descriptor, scratch, 0, size, 0)
  closeSync(descriptor)
  return scratch.subarray(0, size)
}
