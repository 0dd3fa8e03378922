import { expect, request } from "@playwright/test"

/** A visitor without an account, who chats over HTTP with the same calls as the chat panel. */
export interface Guest {
  readonly name: string
  readonly email: string
  /** Sends a message and expects the response to have `status`. */
  sendMessage(message: string, status?: number): Promise<void>
  /** Marks the conversation as seen up to the message with this sequence number. */
  markSeen(sequence: number): Promise<void>
  report(reason: string): Promise<void>
}

/** Creates a guest whose name and email address contain `marker`; `language` is the Accept-Language header. */
export async function newGuest(baseURL: string | undefined, marker: string, language = "en"): Promise<Guest> {
  const headers = { origin: baseURL ?? "", "accept-language": language }
  const browser = await request.newContext({ baseURL: baseURL ?? "", extraHTTPHeaders: headers })
  const guest = { name: `Naïka ${marker}`, email: `naika-${marker}@example.org` }
  const post = async (path: string, data: object, status: number) => {
    expect((await browser.post(path, { data })).status()).toBe(status)
  }
  return {
    ...guest,
    sendMessage: (message, status = 201) => post("/api/chat", { ...guest, message, id: crypto.randomUUID() }, status),
    markSeen: (sequence) => post("/api/chat/seen", { sequence }, 204),
    report: (reason) => post("/api/chat/report", { reason }, 204),
  }
}
