import { createHash } from "node:crypto"
import { measuredPageAt } from "@haitech/contract/vitals"
import type { FastifyRequest } from "fastify"
import { compressed, HTML, type StoredFile, tagOf } from "./stored-file.ts"

/** One at a time at most, and at most one a second: each is compressed for its request. */
const PAUSE_MS = 1000
const QUALITY = 9
/** After the page has loaded, so that measuring does not slow down what it measures. */
const REST_MS = 5000

interface Options {
  /** The share of visits, 0 to 1. */
  readonly sample: number
  readonly script: string | undefined
}

/** Adds a script to some visits' pages, so that all others load not one byte more. */
export function createMeasuredPages({ sample, script }: Options) {
  let lastAt = Number.NEGATIVE_INFINITY
  return async (request: FastifyRequest, file: StoredFile): Promise<StoredFile> => {
    if (!script || file.type !== HTML || !mayMeasure(request) || Math.random() >= sample) return file
    if (performance.now() - lastAt < PAUSE_MS) return file
    lastAt = performance.now()
    return withScript(file, script)
  }
}

function mayMeasure({ url, headers }: FastifyRequest): boolean {
  const hasOptedOut = headers["sec-gpc"] === "1" || headers["dnt"] === "1"
  const savesData = headers["save-data"] === "on" || /\bsave=on\b/.test(headers.cookie ?? "")
  // Devices store pages for later by requests of another kind.
  const isVisit = headers["sec-fetch-dest"] === "document" && headers["sec-fetch-mode"] === "navigate"
  return isVisit && !hasOptedOut && !savesData && measuredPageAt(url.split("?")[0] ?? "") !== undefined
}

async function withScript({ headers = {}, raw, ...file }: StoredFile, address: string): Promise<StoredFile> {
  const script = `addEventListener("load",()=>setTimeout(()=>import("${address}"),${REST_MS}))`
  const hash = `'sha256-${createHash("sha256").update(script).digest("base64")}'`
  const policy = headers["content-security-policy"]?.replace("script-src 'self'", `script-src 'self' ${hash}`)
  const html = Buffer.from(raw.toString().replace(/(?=<\/body>(?!.*<\/body>))/s, `<script>${script}</script>`))
  return {
    ...file,
    ...(await compressed(html, QUALITY)),
    raw: html,
    etag: tagOf(html),
    headers: { ...headers, ...(policy && { "content-security-policy": policy }) },
  }
}
