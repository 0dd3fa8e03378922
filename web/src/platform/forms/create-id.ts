/** Creates a UUIDv7 (RFC 9562), as the server does: ids sort by creation time. */
export function createId(): string {
  const time = Date.now().toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}
