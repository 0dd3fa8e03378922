import { createHash } from "node:crypto"

/** Only the page's own inline scripts and styles, by hash, and files of this server (CSP 3). */
export function policyOf(html: string): string {
  const scripts = hashes(html, /<script(?![^>]*(?:\bsrc=|type="application\/ld\+json"))[^>]*>(.*?)<\/script>/gs)
  const styles = hashes(html, /<style[^>]*>(.*?)<\/style>/gs)
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

function hashes(html: string, inline: RegExp): string {
  const texts = new Set([...html.matchAll(inline)].map(([, text = ""]) => text))
  return [...texts].map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ")
}
