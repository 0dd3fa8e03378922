import type { ApplicationEmail } from "@haitech/contract/admin/volunteers"
import type { ApplicationId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import type { ApplicationEmailKind } from "#features/volunteers/rules.ts"
import type { VolunteerApplicationRow } from "#features/volunteers/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { type MessageKey, text } from "#platform/messages.ts"
import { currentPeriods } from "#platform/retention/periods.ts"
import { applicationLink } from "./links.ts"

interface Content {
  readonly kind: ApplicationEmailKind
  readonly name: string
  readonly language: VolunteerApplicationRow["language"]
}

export interface StatusEmail extends Content {
  readonly id: ApplicationId
  readonly to: string
  readonly personalLine?: string | undefined
}

export function contentOf(kind: ApplicationEmailKind, application: VolunteerApplicationRow): Content {
  const { firstName: name, language } = application
  return { kind, name, language }
}

/** Once for each change, whose version names it. */
export async function enqueueStatusEmail(
  tx: Tx,
  kind: ApplicationEmailKind,
  application: VolunteerApplicationRow,
  personalLine: string | undefined,
): Promise<void> {
  const id = application.id as ApplicationId
  const payload: StatusEmail = { ...contentOf(kind, application), id, to: application.email, personalLine }
  const key = `application.status:${application.id}:${application.version}`
  await enqueue(tx, { kind: "application.status", key, payload })
}

export async function renderStatusEmail(
  deps: Pick<Deps, "db" | "now" | "site">,
  { kind, name, language }: Content,
): Promise<ApplicationEmail> {
  const { applications: months } = await currentPeriods(deps)
  const values = { site: deps.site.name, name, months }
  const t = (key: MessageKey) => text(language, key, values)
  return {
    language,
    subject: t(`mail.application.${kind}`),
    greeting: t("mail.account.greeting"),
    paragraphs: [t(`mail.application.${kind}_news`), t(`mail.application.${kind}_next`)],
    action: kind === "declined" ? null : t("mail.application.action"),
    footer: t("mail.application.footer"),
  }
}

export async function sendStatusEmail(
  deps: Pick<Deps, "db" | "keyedHash" | "mail" | "now" | "site">,
  key: string,
  { id, to, personalLine, ...content }: StatusEmail,
): Promise<void> {
  const { language, subject, greeting, paragraphs, action, footer } = await renderStatusEmail(deps, content)
  const parts = renderEmail({
    language,
    subject,
    greeting,
    paragraphs: [...paragraphs, ...(personalLine ? [personalLine] : [])],
    ...(action && { action: { label: action, url: applicationLink(deps, id, language) } }),
    footer,
  })
  await deps.mail.send({ key, to, language, subject, ...parts })
}
