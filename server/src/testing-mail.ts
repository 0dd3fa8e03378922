import type { LightMyRequestResponse } from "fastify"
import type { Letter } from "./gateways/mail.ts"
import type { TestHouse } from "./testing.ts"

/** The settings of a house whose letters can be answered. */
export const REPLIES = { address: "chat@example.org", secret: "what-the-mail-system-of-a-test-shows" }

/** A letter as somebody's mail program writes it; `head` are lines of its own. */
export function written(to: string, body: string, head: readonly string[] = []): string {
  const lines = [`From: Somebody <somebody@example.net>`, `To: ${to}`, "Subject: Re: an answer", ...head]
  return `${lines.join("\r\n")}\r\n\r\n${body}`
}

/** Hands a letter over as the mail system does. */
export function handOver(
  house: TestHouse,
  raw: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<LightMyRequestResponse> {
  const shown = { authorization: `Bearer ${REPLIES.secret}`, "content-type": "message/rfc822", ...headers }
  return house.send({ method: "POST", url: "/api/mail/inbound", payload: Buffer.from(raw), headers: shown })
}

/** The letter about an answer that a visitor has not seen, the last one. */
export async function letterAbout(house: TestHouse): Promise<Letter & { readonly replyTo: string }> {
  const letters = (await house.deliver()).filter(({ key }) => key.startsWith("chat.unread"))
  const letter = letters.at(-1)
  if (!letter?.replyTo) throw new Error("no letter that can be answered")
  return { ...letter, replyTo: letter.replyTo }
}
