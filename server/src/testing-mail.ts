import type { LightMyRequestResponse } from "fastify"
import type { Email } from "./gateways/mail.ts"
import type { TestApp } from "./testing.ts"

/** The settings of a house whose letters can be answered. */
export const REPLIES = { address: "chat@example.org", secret: "what-the-mail-system-of-a-test-shows" }

/** A letter as somebody's mail program writes it; `head` are lines of its own. */
export function rawEmail(to: string, body: string, head: readonly string[] = []): string {
  const lines = [`From: Somebody <somebody@example.net>`, `To: ${to}`, "Subject: Re: an answer", ...head]
  return `${lines.join("\r\n")}\r\n\r\n${body}`
}

/** Hands a letter over as the mail system does. */
export function postEmail(
  app: TestApp,
  raw: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<LightMyRequestResponse> {
  const shown = { authorization: `Bearer ${REPLIES.secret}`, "content-type": "message/rfc822", ...headers }
  return app.send({ method: "POST", url: "/api/mail/inbound", payload: Buffer.from(raw), headers: shown })
}

/** The letter about an answer that a visitor has not seen, the last one. */
export async function lastEmail(app: TestApp): Promise<Email & { readonly replyTo: string }> {
  const emails = (await app.deliver()).filter(({ key }) => key.startsWith("chat.unread"))
  const email = emails.at(-1)
  if (!email?.replyTo) throw new Error("no letter that can be answered")
  return { ...email, replyTo: email.replyTo }
}
