import { createHash } from "node:crypto"

const SCRIPT = /<script(?![^>]*(?:\bsrc=|type="application\/ld\+json"))[^>]*>(.*?)<\/script>/gs
const STYLE = /<style[^>]*>(.*?)<\/style>/gs

/**
 * Only files of this server and the page's inline scripts and styles, by hash (CSP 3). A page rendered from records may
 * run the build's scripts only: of its inline scripts those in `ownScripts` count.
 */
function policyOf(html: string, ownScripts?: ReadonlySet<string>): string {
  const scripts = hashes(inlineScripts(html).filter((script) => ownScripts?.has(script) ?? true))
  const styles = hashes(textsOf(html, STYLE))
  const takesCards = CARDS.test(html)
  return [
    "default-src 'none'",
    `script-src 'self' ${takesCards ? `${STRIPE.scripts} ` : ""}${scripts}`.trim(),
    `style-src 'self' ${styles}`.trim(),
    `img-src 'self' data:${PICTURES.test(html) ? " https:" : ""}`,
    "font-src 'self'",
    "media-src 'self'",
    `connect-src 'self'${takesCards ? ` ${STRIPE.api}` : ""}`,
    "manifest-src 'self'",
    ...(takesCards ? [`frame-src ${STRIPE.scripts} ${STRIPE.confirmations}`] : []),
    ...(PROGRAMS.test(html) ? ["frame-src 'self'"] : []),
    `form-action 'self'${takesCards ? ` ${STRIPE.checkout}` : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
}

// Administrators may use pictures of any website, for a person or an article only (D9).
const PICTURES = /\sdata-pictures=""/

/** A page with programs of learners, which run in the frames under `/run/`. */
const PROGRAMS = /\sdata-programs=""/
// Policies add up: this one narrows the site's own frames to that folder. A page in a frame could go elsewhere.
const PROGRAM_FRAMES = "frame-src *:*/run/"

/**
 * Headers of the frames in which programs run: an origin of their own, no network, no storage, no other frame. The
 * sandbox is the frame's, so that the page behaves the same wherever it is opened.
 */
export function programFrameHeaders(html: string, isPage: boolean): Readonly<Record<string, string>> {
  const scripts = isPage ? "'unsafe-inline'" : `${hashes(inlineScripts(html))} blob: 'wasm-unsafe-eval'`
  const content = isPage ? ["style-src 'unsafe-inline'", "img-src data:", "font-src data:"] : ["worker-src blob:"]
  const policy = ["sandbox allow-scripts", "default-src 'none'", `script-src ${scripts}`, ...content]
  return { "content-security-policy": [...policy, "frame-ancestors 'self'"].join("; ") }
}

/** The donation page, with Stripe as card provider. No other page may load anything of Stripe. */
const CARDS = /\sdata-payments="stripe"/
const STRIPE = {
  scripts: "https://js.stripe.com https://*.js.stripe.com",
  api: "https://api.stripe.com",
  confirmations: "https://hooks.stripe.com",
  checkout: "https://checkout.stripe.com",
}

/** Card wallets need the Payment Request API in Stripe's frames, and windows of their own. */
export function pageHeaders(html: string, ownScripts?: ReadonlySet<string>): Readonly<Record<string, string>> {
  const policies = [policyOf(html, ownScripts), ...(PROGRAMS.test(html) ? [PROGRAM_FRAMES] : [])]
  const policy = { "content-security-policy": policies.join(", ") }
  if (!CARDS.test(html)) return policy
  return {
    ...policy,
    "permissions-policy": 'camera=(), geolocation=(), microphone=(), payment=(self "https://js.stripe.com")',
    "cross-origin-opener-policy": "same-origin-allow-popups",
  }
}

export function inlineScripts(html: string): string[] {
  return textsOf(html, SCRIPT)
}

function textsOf(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(([, text = ""]) => text)
}

function hashes(texts: readonly string[]): string {
  return [...new Set(texts)].map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ")
}
