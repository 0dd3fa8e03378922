import { existsSync, readFileSync } from "node:fs"
import { extname } from "node:path"
import { encoded, HTML, type StoredFile, tagOf } from "./stored-file.ts"

const TYPES: Readonly<Record<string, string>> = {
  ".html": HTML,
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
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
  const raw = readFileSync(file)
  const stored = { type: typeOf(file) ?? "", cacheControl, etag: tagOf(raw), raw: () => raw }
  return encoded(stored, readEncodings(file))
}

export function readEncodings(file: string): Pick<StoredFile, "br" | "gz"> {
  const read = (ending: string) => (existsSync(file + ending) ? readFileSync(file + ending) : undefined)
  const br = read(".br")
  const gz = read(".gz")
  return { ...(br && { br }), ...(gz && { gz }) }
}
