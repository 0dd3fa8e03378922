import { formatDay } from "@haitech/contract/clock"
import { type Language, pathIn } from "@haitech/contract/languages"
import { CONSENT_REQUEST_DAYS } from "@haitech/contract/safeguarding"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { findConsent, findValidConsent } from "#features/safeguarding/queries/consents.ts"
import { isDecidable, plainName } from "#features/safeguarding/rules.ts"
import { type EmailTexts, renderEmail } from "#platform/mail/email.ts"
import { type MessageKey, text } from "#platform/messages.ts"
import { guardianLink } from "./guardians.ts"

type MailDeps = Pick<Deps, "db" | "keyedHash" | "mail" | "now" | "site">

/** Only the id: who the guardian is must not be in a list of failed jobs. */
export interface ConsentEmail {
  readonly id: string
}

/** The address may be one that nobody confirmed: of the member's words the email repeats a plain first name only. */
export async function sendRequest(deps: MailDeps, key: string, { id }: ConsentEmail): Promise<void> {
  const found = await findConsent(deps.db, id)
  if (!found || !isDecidable(found.consent, deps.now())) return
  const { consent, firstName } = found
  const t = translateFor(deps, consent.language, firstName)
  const given = consent.isRenewal ? await findValidConsent(deps.db, consent.userId, deps.now()) : undefined
  const kind = given ? "renewal" : "request"
  const day = given?.validUntil ? dayOf(deps, consent.language, given.validUntil) : ""
  await send(deps, key, consent.guardianEmail, {
    language: consent.language,
    subject: t(`mail.consent.${kind}_subject`),
    greeting: t("mail.consent.greeting"),
    paragraphs: [
      t(`mail.consent.${kind}_said`, { day }),
      t("mail.consent.request_how"),
      t(`mail.consent.${kind}_wrong`, { days: CONSENT_REQUEST_DAYS }),
    ],
    action: { label: t("mail.consent.request_action"), url: guardianLink(deps, consent) },
    footer: t("mail.consent.footer"),
  })
}

/** The second message of "email plus": the owner of the mailbox hears of a consent that somebody else gave. */
export async function sendConfirmation(deps: MailDeps, key: string, { id }: ConsentEmail): Promise<void> {
  const found = await findConsent(deps.db, id)
  if (found?.consent.state !== "given" || !found.consent.validUntil) return
  const { consent, firstName } = found
  const t = translateFor(deps, consent.language, firstName)
  await send(deps, key, consent.guardianEmail, {
    language: consent.language,
    subject: t("mail.consent.confirmation_subject"),
    greeting: t("mail.consent.greeting"),
    paragraphs: [
      t("mail.consent.confirmation_said", { day: dayOf(deps, consent.language, found.consent.validUntil) }),
      t("mail.consent.confirmation_not_you"),
    ],
    action: { label: t("mail.consent.confirmation_action"), url: guardianLink(deps, consent) },
    footer: t("mail.consent.footer"),
  })
}

export async function sendGiven(deps: MailDeps, key: string, { id }: ConsentEmail): Promise<void> {
  const found = await findConsent(deps.db, id)
  if (found?.consent.state !== "given" || !found.consent.validUntil) return
  const { email, language, firstName } = await requireUser(deps.db, found.consent.userId)
  const t = translateFor(deps, language, firstName)
  await send(deps, key, email, {
    language,
    subject: t("mail.consent.given_subject"),
    greeting: t("mail.consent.given_subject"),
    paragraphs: [t("mail.consent.given_said", { day: dayOf(deps, language, found.consent.validUntil) })],
    action: {
      label: t("mail.consent.given_action"),
      url: `${deps.site.url}${pathIn(language, "/member-dashboard")}/community`,
    },
    footer: t("mail.consent.footer"),
  })
}

function translateFor({ site }: MailDeps, language: Language, firstName: string | null) {
  const child = plainName(firstName) ?? text(language, "mail.consent.someone")
  return (key: MessageKey, values: Readonly<Record<string, string | number>> = {}) =>
    text(language, key, { site: site.name, child, ...values })
}

function dayOf({ site }: MailDeps, language: Language, at: Date): string {
  return formatDay(language, at.toISOString(), site.timeZone)
}

async function send({ mail }: MailDeps, key: string, to: string, texts: EmailTexts): Promise<void> {
  const { language, subject } = texts
  await mail.send({ key, to, language, subject, ...renderEmail(texts), isUnlisted: true })
}
