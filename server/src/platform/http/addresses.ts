import type { IncomingMessage } from "node:http"

/** Takes an invalid percent sign literally, so that the address gets the normal 404 with its headers (D1). */
export function rewriteUrl({ url = "/" }: IncomingMessage): string {
  if (!url.includes("%")) return url
  const [path = "/"] = url.split("?", 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length)
  }
}
