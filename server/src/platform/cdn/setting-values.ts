import { BlockList, isIP } from "node:net"

export const PURGE_METHODS = ["POST", "PUT", "DELETE", "GET", "PURGE", "BAN"] as const

export const PURGE_HEADER =
  /^(?!(?:host|connection|content-length|transfer-encoding|expect|upgrade|keep-alive|te) *:)[\w-]+: *[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/i

const PRIVATE = new BlockList()
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  PRIVATE.addSubnet(network, bits)
PRIVATE.addAddress("::1", "ipv6")
PRIVATE.addSubnet("fc00::", 7, "ipv6")

/** The header with its secret travels in the clear over http. */
export function isPurgeAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password) return false
  return url.protocol === "https:" || (url.protocol === "http:" && isPrivate(url.hostname))
}

/** Names without a dot, and these endings, are resolved within a network only. */
function isPrivate(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "")
  const version = isIP(address)
  if (version > 0) return PRIVATE.check(address, version === 6 ? "ipv6" : "ipv4")
  return !hostname.includes(".") || /\.(?:localhost|local|internal)$/.test(hostname)
}
