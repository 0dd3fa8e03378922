import { expect, request } from "@playwright/test"

/** A visitor without an account, who talks to the office as the chat of a page does. */
export interface Guest {
  readonly name: string
  readonly email: string
  /** Writes a message; `status` is what the server is expected to answer. */
  says(message: string, status?: number): Promise<void>
  /** Has seen the conversation up to a message. */
  sees(sequence: number): Promise<void>
  reports(reason: string): Promise<void>
}

/** `mark` makes a name that no other test has; the guest's browser speaks `language`. */
export async function newGuest(baseURL: string | undefined, mark: string, language = "en"): Promise<Guest> {
  const headers = { origin: baseURL ?? "", "accept-language": language }
  const browser = await request.newContext({ baseURL: baseURL ?? "", extraHTTPHeaders: headers })
  const guest = { name: `Naïka ${mark}`, email: `naika-${mark}@example.org` }
  const post = async (path: string, data: object, status: number) => {
    expect((await browser.post(path, { data })).status()).toBe(status)
  }
  return {
    ...guest,
    says: (message, status = 201) => post("/api/chat", { ...guest, message, id: crypto.randomUUID() }, status),
    sees: (sequence) => post("/api/chat/seen", { sequence }, 204),
    reports: (reason) => post("/api/chat/report", { reason }, 204),
  }
}
