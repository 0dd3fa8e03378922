import type { NewsletterTopic } from "@haitech/contract/newsletters"
import type { Deps } from "#deps.ts"
import { choose, verifyNewsletterToken } from "#features/outreach/service/newsletters.ts"
import type { NewsletterChoiceRow } from "#features/outreach/table.ts"
import { setLeft } from "#features/publishing/queries/newsletters.ts"

type ChoiceDeps = Pick<Deps, "db" | "keyedHash" | "now">

/** Idempotent. Without topics the member leaves, through the newsletter that has the link. @throws {Problem} `newsletter_link.expired` */
export async function chooseByToken(
  deps: ChoiceDeps,
  token: string,
  topics: readonly NewsletterTopic[],
): Promise<NewsletterChoiceRow> {
  const { membershipId, newsletterId } = verifyNewsletterToken(deps, token)
  return deps.db.transaction(async (tx) => {
    const choice = await choose(tx, deps, { id: membershipId, topics })
    if (topics.length === 0 && newsletterId) await setLeft(tx, { newsletterId, membershipId }, deps.now())
    return choice
  })
}
