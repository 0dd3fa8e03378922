import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { findCase } from "#features/safeguarding/queries/cases.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { type MessageKey, text } from "#platform/messages.ts"
import { readers } from "./staff.ts"

export interface CaseEmail {
  readonly to: string
  readonly name: string
  readonly language: Language
}

/** A job for each reader, so that a refused address stops no other email. */
export async function alertReaders({ db }: Pick<Deps, "db">, { id }: { readonly id: string }): Promise<void> {
  if ((await findCase(db, id))?.state !== "open") return
  for (const { id: userId, email: to, name, language } of await readers({ db })) {
    const payload: CaseEmail = { to, name, language }
    await enqueue(db, { kind: "case.email", key: `case.email:${id}/${userId}`, payload })
  }
}

/** Without a word of the report. */
export async function sendAlert(
  { mail, site }: Pick<Deps, "mail" | "site">,
  key: string,
  { to, name, language }: CaseEmail,
): Promise<void> {
  const t = (message: MessageKey) => text(language, message, { site: site.name, name })
  const subject = t("mail.case.subject")
  const parts = renderEmail({
    language,
    subject,
    greeting: t("mail.account.greeting"),
    paragraphs: [t("mail.case.said")],
    action: { label: t("mail.case.action"), url: `${site.url}/admin/cases` },
    footer: t("mail.admin.footer"),
  })
  await mail.send({ key, to, language, subject, ...parts, isUnlisted: true })
}
