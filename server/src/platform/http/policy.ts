import { createHash } from "node:crypto"

const SCRIPT = /<script(?![^>]*(?:\bsrc=|type="application\/ld\+json"))[^>]*>(.*?)<\/script>/gs
const STYLE = /<style[^>]*>(.*?)<\/style>/gs

/**
 * Only files of this server and the page's inline scripts and styles, by hash (CSP 3). A page rendered from records may
 * run the build's scripts only: of its inline scripts those in `ownScripts` count.
 */
export function policyOf(html: string, ownScripts?: ReadonlySet<string>): string {
  const scripts = hashes(inlineScripts(html).filter((script) => ownScripts?.has(script) ?? true))
  const styles = hashes(textsOf(html, STYLE))
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts}`.trim(),
    `style-src 'self' ${styles}`.trim(),
    `img-src 'self' data:${PICTURES.test(html) ? " https:" : ""}`,
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
}

// Administrators may use pictures of any website, for a person or an article only (D9).
const PICTURES = /\sdata-pictures=""/

export function inlineScripts(html: string): string[] {
  return textsOf(html, SCRIPT)
}

function textsOf(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(([, text = ""]) => text)
}

function hashes(texts: readonly string[]): string {
  return [...new Set(texts)].map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ")
}
