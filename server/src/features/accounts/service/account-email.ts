import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { type MessageKey, text } from "#platform/messages.ts"
import type { Recipient } from "./emails.ts"

type WithSubject<Key> = Key extends `mail.${infer Kind}.subject` ? Kind : never

interface Content {
  readonly key: string
  readonly paragraphs: readonly MessageKey[]
  readonly action?: { readonly label: MessageKey; readonly path: string }
  readonly values?: Readonly<Record<string, string>>
  readonly isUnlisted?: boolean
}

/** An email about the recipient's account. Its subject is the text `mail.<kind>.subject`. */
export async function sendAccountEmail(
  { mail, site }: Pick<Deps, "mail" | "site">,
  kind: WithSubject<MessageKey>,
  { to, name, language }: Recipient,
  { key, paragraphs, action, values, isUnlisted = false }: Content,
): Promise<void> {
  const translate = (message: MessageKey) => text(language, message, { site: site.name, name, ...values })
  const subject = translate(`mail.${kind}.subject`)
  const parts = renderEmail({
    language,
    subject,
    greeting: name ? translate("mail.account.greeting") : translate("mail.account.greeting_nameless"),
    paragraphs: paragraphs.map(translate),
    ...(action && { action: { label: translate(action.label), url: site.url + pathIn(language, action.path) } }),
    footer: translate("mail.account.footer"),
  })
  await mail.send({ key, to, language, subject, ...parts, isUnlisted })
}
