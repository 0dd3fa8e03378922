/** A code or a class name; the message of an error may quote an address. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const name = typeof code === "string" && /^\w{1,40}$/.test(code) ? code : error.name
  return typeof responseCode === "number" ? `${name} ${responseCode}` : name
}
