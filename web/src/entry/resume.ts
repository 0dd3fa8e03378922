type OpenChat = () => Promise<void>

/** Continues what earlier pages left in the storage, or what the address asks for. Most visits load no script for it. */
export async function resume(hydrate: (island: HTMLElement) => Promise<unknown>, openChat: OpenChat): Promise<void> {
  // Forms with drafts hydrate on slow connections, too.
  const hasDrafts = sessionStorage["drafts"] || localStorage["drafts"]
  // An application outlives its tab, and no other form needs a script for it.
  const forms = sessionStorage["drafts"] ? "[data-when=interaction]" : "#apply [data-when=interaction]"
  const islands = hasDrafts ? document.querySelectorAll<HTMLElement>(forms) : []
  for (const island of islands) void hydrate(island)
  const unsent = String(localStorage["chat"])
  if (unsent.includes("appointments")) void sendRequests()
  const isAsked = location.hash.startsWith("#chat") || sessionStorage["chat"] || unsent.includes("chat")
  if (isAsked && document.querySelector("[data-action=chat]")) await openChat()
}

/** Those that wait on the device. Where the script fails to load, the next page tries again. */
async function sendRequests(): Promise<void> {
  const script = await import("#features/appointments/request-outbox.ts").catch(() => undefined)
  await script?.openRequestOutbox()
}
