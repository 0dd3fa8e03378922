import { firstNameOf } from "@haitech/contract/contact-details"
import { findProposal } from "#features/appointments/queries/proposals.ts"
import { startOf } from "#features/appointments/rules/states.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { clockOf, type MailDeps, topicOf, translateFor } from "./emails.ts"
import { type ProposalEmail, proposalLink, stateOf } from "./proposals.ts"

/** In the tutor's language and on the tutor's clock; not once the proposal is closed. */
export async function sendProposal(deps: MailDeps, key: string, { proposalId }: ProposalEmail): Promise<void> {
  const found = await findProposal(deps.db, proposalId)
  if (!found || stateOf(found, deps.now()) !== "open") return
  const { session, language, timeZone, email: to } = found
  const t = translateFor(deps, language)
  const subject = t("mail.proposal.subject")
  const parts = renderEmail({
    language,
    subject,
    greeting: subject,
    paragraphs: [
      t("mail.tutor.what", { ...topicOf(t, session), name: firstNameOf(session.studentName) ?? t("tutor.student") }),
      t("mail.tutor.when", clockOf(language, startOf(session), timeZone)),
      t("mail.proposal.language", { language: t(`language.${session.language}`) }),
      t("mail.proposal.ask"),
    ],
    action: { label: t("mail.proposal.action"), url: proposalLink(deps, found) },
    footer: t("mail.tutor.footer"),
  })
  await deps.mail.send({ key, to, language, subject, ...parts })
}
