import type { IncomingMessage } from "node:http"

/**
 * An address as the router can read it. A percent sign that stands for nothing is taken for itself, so that such an
 * address is one that we do not have (D1), with all that this brings, instead of an answer of the router's own.
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
