import { createHash } from "node:crypto"
import { measuredPageAt } from "@haitech/contract/vitals"
import type { FastifyRequest } from "fastify"
import { compressed, HTML, type StoredFile, tagOf } from "./stored-file.ts"

/** Brotli's best: a measured page must not be slower for being larger. */
const QUALITY = 11
/** After the page has loaded, so that measuring does not slow down what it measures. */
const REST_MS = 5000

interface Options {
  readonly sample: number
  readonly script: string | undefined
}

/** Adds a script to some visits' pages, so that all others load not one byte more. */
export function createMeasuredPages({ sample, script }: Options) {
  const measured = new WeakMap<StoredFile, StoredFile>()
  let isMaking = false
  // Compressing takes a second, for which nobody waits: who comes meanwhile is not measured.
  const make = async (file: StoredFile, address: string) => {
    if (isMaking) return
    isMaking = true
    try {
      measured.set(file, await withScript(file, address))
    } finally {
      isMaking = false
    }
  }
  return (request: FastifyRequest, file: StoredFile): StoredFile => {
    if (!script || file.type !== HTML || !mayMeasure(request) || Math.random() >= sample) return file
    const page = measured.get(file)
    if (!page) make(file, script).catch(() => undefined)
    return page ?? file
  }
}

function mayMeasure({ url, headers }: FastifyRequest): boolean {
  const hasOptedOut = headers["sec-gpc"] === "1" || headers["dnt"] === "1"
  const savesData = headers["save-data"] === "on" || /\bsave=on\b/.test(headers.cookie ?? "")
  // Devices store pages for later by requests of another kind.
  const isVisit = headers["sec-fetch-dest"] === "document" && headers["sec-fetch-mode"] === "navigate"
  const takesBrotli = /\bbr\b/.test(`${headers["accept-encoding"]}`)
  return takesBrotli && isVisit && !hasOptedOut && !savesData && measuredPageAt(url.split("?")[0] ?? "") !== undefined
}

/** In Brotli only, because every page has one more of these in memory. */
async function withScript({ headers = {}, ...file }: StoredFile, address: string): Promise<StoredFile> {
  const script = `addEventListener("load",()=>setTimeout(()=>import("${address}"),${REST_MS}))`
  const hash = `'sha256-${createHash("sha256").update(script).digest("base64")}'`
  const policy = headers["content-security-policy"]?.replace("script-src 'self'", `script-src 'self' ${hash}`)
  const html = Buffer.from(
    file
      .raw()
      .toString()
      .replace(/(?=<\/body>(?!.*<\/body>))/s, `<script>${script}</script>`),
  )
  const { br } = await compressed(html, QUALITY)
  return {
    type: file.type,
    // A shared cache would measure everybody.
    cacheControl: "private, no-cache",
    raw: file.raw,
    br,
    etag: tagOf(html),
    headers: { ...headers, ...(policy && { "content-security-policy": policy }) },
  }
}
