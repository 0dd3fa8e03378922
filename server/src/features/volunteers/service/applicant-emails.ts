import { formatDay } from "@haitech/contract/clock"
import type { ApplicationId } from "@haitech/contract/ids"
import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { findApplication } from "#features/volunteers/queries/applications.ts"
import { answerAt } from "#features/volunteers/rules/progress.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import { applicationLink } from "./links.ts"
import type { WithdrawnEmail } from "./own.ts"

/** Nobody confirmed the address, so both emails hold no text of the applicant, not even the name. */
export async function sendReceived(
  deps: Pick<Deps, "db" | "keyedHash" | "mail" | "site">,
  key: string,
  id: ApplicationId,
): Promise<void> {
  const { mail, site } = deps
  const row = await findApplication(deps.db, id)
  if (!row) return
  const { language, role, email: to } = row
  const day = formatDay(language, answerAt(row.createdAt).toISOString(), site.timeZone)
  const t = (message: Parameters<typeof text>[1]) => text(language, message, { site: site.name, day })
  const subject = t(`mail.application.${role}`)
  const parts = renderEmail({
    language,
    subject,
    greeting: t("mail.application.greeting"),
    paragraphs: [t("mail.application.received"), t("mail.application.link_text")],
    action: { label: t("mail.application.action"), url: applicationLink(deps, id, language) },
    footer: t("mail.application.footer"),
  })
  await mail.send({ key, to, language, subject, ...parts })
}

export async function sendWithdrawn(
  { mail, site }: Pick<Deps, "mail" | "site">,
  key: string,
  { to, language }: WithdrawnEmail,
): Promise<void> {
  const t = (message: Parameters<typeof text>[1]) => text(language, message, { site: site.name })
  const subject = t("mail.application.withdrawn")
  const parts = renderEmail({
    language,
    subject,
    greeting: subject,
    paragraphs: [t("mail.application.withdrawn_text")],
    action: { label: t("mail.application.withdrawn_action"), url: `${site.url}${pathIn(language, "/cares")}` },
    footer: t("mail.application.withdrawn_footer"),
  })
  await mail.send({ key, to, language, subject, ...parts, isUnlisted: true })
}
