import type { CardTesting } from "@haitech/contract/admin/accounts"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { administrators } from "#features/accounts/service/administrators.ts"
import { findAttack, recentAttack } from "#features/donations/queries/attacks.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import { QUIET_SECONDS } from "./card-testing.ts"

export async function readAlert({ db }: Pick<Deps, "db">): Promise<CardTesting | undefined> {
  const attack = await recentAttack(db, QUIET_SECONDS)
  if (!attack) return undefined
  const { startedAt, lastAt, isOver, attempts, declines } = attack
  return { startedAt: startedAt.toISOString(), endedAt: isOver ? lastAt.toISOString() : null, attempts, declines }
}

export interface AlertEmail {
  readonly to: string
  readonly name: string
  readonly language: Language
}

/** A job for each administrator, so that a refused address stops no other email. */
export async function alertAdministrators({ db }: Pick<Deps, "db">, attackId: string): Promise<void> {
  if (!(await findAttack(db, attackId))) return
  for (const { id, email: to, name, language } of await administrators({ db })) {
    const payload: AlertEmail = { to, name, language }
    await enqueue(db, { kind: "donation.attack_email", key: `donation.attack:${attackId}/${id}`, payload })
  }
}

export async function sendAlert(
  { mail, site }: Pick<Deps, "mail" | "site">,
  key: string,
  { to, name, language }: AlertEmail,
): Promise<void> {
  const t = (message: Parameters<typeof text>[1]) => text(language, message, { site: site.name, name })
  const subject = t("mail.card_testing.subject")
  const parts = renderEmail({
    language,
    subject,
    greeting: t("mail.account.greeting"),
    paragraphs: [t("mail.card_testing.said"), t("mail.card_testing.todo")],
    action: { label: t("mail.admin.action"), url: `${site.url}/admin` },
    footer: t("mail.admin.footer"),
  })
  await mail.send({ key, to, language, subject, ...parts })
}
