import type { IncomingMessage } from "node:http"

/**
 * Rewrites an address that the router cannot decode: an invalid percent sign is taken literally. The address then gets
 * the normal 404 with its headers (D1) instead of the router's own error response.
 */
export function readable({ url = "/" }: IncomingMessage): string {
  const [path = "/"] = url.split("?", 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length)
  }
}
