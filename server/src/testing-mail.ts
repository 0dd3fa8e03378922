import type { LightMyRequestResponse } from "fastify"
import type { Email } from "./gateways/mail.ts"
import { sentEmails } from "./platform/mail/table.ts"
import type { TestApp } from "./testing.ts"

export const REPLIES = { address: "chat@example.org", secret: "what-the-mail-system-of-a-test-shows" }

/** A raw email as a mail program writes it; `head` are additional header lines. */
export function rawEmail(to: string, body: string, head: readonly string[] = []): string {
  const lines = [`From: Somebody <somebody@example.net>`, `To: ${to}`, "Subject: Re: an answer", ...head]
  return `${lines.join("\r\n")}\r\n\r\n${body}`
}

export function postEmail(
  app: TestApp,
  raw: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<LightMyRequestResponse> {
  const allHeaders = { authorization: `Bearer ${REPLIES.secret}`, "content-type": "message/rfc822", ...headers }
  return app.send({ method: "POST", url: "/api/mail/inbound", payload: Buffer.from(raw), headers: allHeaders })
}

/** The last email about messages that a visitor has not seen. */
export async function lastEmail(app: TestApp): Promise<Email & { readonly replyTo: string }> {
  const emails = (await app.deliver()).filter(({ key }) => key.startsWith("chat.unread"))
  const email = emails.at(-1)
  if (!email?.replyTo) throw new Error("no email with a reply address")
  return { ...email, replyTo: email.replyTo }
}

/** The keys of the emails that administrators may see. */
export async function listedKeys({ database }: TestApp): Promise<readonly string[]> {
  return (await database.db.select({ key: sentEmails.key }).from(sentEmails)).map(({ key }) => key)
}
