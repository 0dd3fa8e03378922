import { routes } from "@haitech/contract/routes"
import { fetchFragment, request } from "#platform/http/request.ts"
import type { ChatStatus } from "./api.ts"

/** As for the other requests of the panel: it is behind until it can ask. */
const TIMEOUT_MS = 20_000

/** The token whose question was answered with yes, so that a failed request asks nothing again. */
let accepted: string | undefined

/**
 * Opens an email's conversation on this device if it does not have it yet. The link may be a stranger's, who would read what
 * is written there, so the device sends its token only after a question. False if it sent nothing.
 * @throws {CallFailed} the server's refusal; {Error} if the question cannot load, which refuses nothing
 */
export async function followLink(token: string, status: ChatStatus, language: string): Promise<boolean> {
  const [threadId] = token.split(".")
  if (status.threadId === threadId) return false
  // The server refuses these links and says why.
  const isRefused = status.userId !== null || status.threadId !== null
  if (!isRefused && accepted !== token) {
    if (!(await confirmLink(language))) return false
    accepted = token
  }
  await request(routes.resumeChat, { body: { token } }, language, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return true
}

async function confirmLink(language: string): Promise<boolean> {
  const html = await loadQuestion(language)
  const isChatOpen = document.querySelector(".chat-panel:not([hidden])")
  if (!isChatOpen) return false
  document.body.insertAdjacentHTML("beforeend", html)
  const dialog = document.querySelector<HTMLDialogElement>("#chat-link")
  if (!dialog) return false
  dialog.showModal()
  // Somebody who types while the question appears must not agree by accident.
  dialog.querySelector<HTMLElement>(".quiet")?.focus()
  await new Promise((resolve) => dialog.addEventListener("close", resolve))
  dialog.remove()
  // Where the question came before the opened chat had the focus, the chat takes it now.
  if (document.activeElement === document.body) dispatchEvent(new Event("chat"))
  return dialog.returnValue === "open"
}

async function loadQuestion(language: string): Promise<string> {
  const isLate = new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT_MS, new Error("no answer")))
  try {
    return await Promise.race([fetchFragment("chat-link", language), isLate])
  } catch {
    // A response that is not OK would look like the server's refusal of the link.
    throw new Error("the question about the link did not load")
  }
}
