import type { Deps } from "#deps.ts"
import { choiceLink, endNewsletters, isRefused, newsletterToken } from "#features/outreach/service/newsletters.ts"
import {
  findNewsletter,
  findQueuedEmail,
  finishNewsletters,
  isInAudience,
  setEmailState,
} from "#features/publishing/queries/newsletters.ts"
import { lockRecord } from "#features/publishing/queries/records.ts"
import type { NewsletterEmailState } from "#features/publishing/table/newsletters.ts"
import { isLastAttempt } from "#platform/jobs/claims.ts"
import { PermanentFailure, UnknownMailbox } from "#platform/jobs/permanent-failure.ts"
import { text } from "#platform/messages.ts"
import { renderNewsletter, textsIn } from "./newsletter-emails.ts"
import type { QueuedEmail } from "./newsletter-sending.ts"
import type { TestEmail } from "./newsletters.ts"

type DeliveryDeps = Pick<Deps, "db" | "keyedHash" | "mail" | "now" | "organization" | "site">

/** Does nothing once the email is sent. A member who left, or was deleted, since the start gets none. */
export async function deliver(deps: DeliveryDeps, email: QueuedEmail, attempts: number): Promise<void> {
  const queued = await findQueuedEmail(deps.db, email, new Date(email.queuedAt))
  if (!queued) return finish(deps, email)
  if (await putBack(deps, email)) return
  const { newsletter, to } = queued
  const { topic } = newsletter
  const isWanted =
    (await isInAudience(deps.db, newsletter, email.membershipId, deps.now())) &&
    !(await isRefused(deps.db, deps, { email: to, topic }))
  if (!isWanted) return settle(deps, email, "skipped")
  const texts = textsIn(newsletter, queued.language)
  const link = choiceLink(deps, email, queued.language)
  const unsubscribe = `${deps.site.url}/api/newsletters/unsubscription?token=${newsletterToken(deps, email)}`
  const key = `newsletter/${email.newsletterId}/${email.membershipId}`
  try {
    await deps.mail.send({ key, to, unsubscribe, ...texts, ...renderNewsletter(deps, { topic, link, ...texts }) })
  } catch (error) {
    if (error instanceof UnknownMailbox) return settle(deps, email, "bounced")
    if (error instanceof PermanentFailure || isLastAttempt({ attempts })) await settle(deps, email, "failed")
    throw error
  }
  await settle(deps, email, "sent")
}

export async function deliverTest(deps: DeliveryDeps, key: string, { id, to, language }: TestEmail): Promise<void> {
  const newsletter = await findNewsletter(deps.db, id)
  if (!newsletter) return
  const texts = textsIn(newsletter, language)
  const parts = renderNewsletter(deps, { topic: newsletter.topic, ...texts })
  const subject = text(texts.language, "mail.newsletter.test", { subject: texts.subject })
  await deps.mail.send({ key, to, language: texts.language, subject, ...parts })
}

/** While the newsletter is stopped, its email waits to be queued again. */
async function putBack({ db, now }: DeliveryDeps, email: QueuedEmail): Promise<boolean> {
  return db.transaction(async (tx) => {
    const newsletter = await lockRecord(tx, "newsletter", email.newsletterId)
    if (newsletter?.state !== "stopped") return false
    await setEmailState(tx, email, "waiting", now())
    return true
  })
}

async function settle(deps: DeliveryDeps, email: QueuedEmail, state: NewsletterEmailState): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // One after the other, so that the last one sees that it is the last.
    await lockRecord(tx, "newsletter", email.newsletterId)
    if (state === "bounced") await endNewsletters(tx, deps, { id: email.membershipId, reason: "bounced" })
    await setEmailState(tx, email, state, deps.now())
    await finishNewsletters(tx, deps.now(), email.newsletterId)
  })
}

async function finish({ db, now }: DeliveryDeps, { newsletterId }: QueuedEmail): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRecord(tx, "newsletter", newsletterId)
    await finishNewsletters(tx, now(), newsletterId)
  })
}
