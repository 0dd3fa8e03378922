type OpenChat = () => Promise<void>

/** Continues what earlier pages left in the storage, or what the address asks for. Most visits load no script for it. */
export async function resume(hydrate: (island: HTMLElement) => Promise<unknown>, openChat: OpenChat): Promise<void> {
  // Forms with drafts hydrate on slow connections, too.
  const forms = sessionStorage["drafts"] ? document.querySelectorAll<HTMLElement>("[data-when=interaction]") : []
  for (const form of forms) void hydrate(form)
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
