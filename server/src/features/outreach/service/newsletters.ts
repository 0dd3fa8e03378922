import type { MembershipId, NewsletterId } from "@haitech/contract/ids"
import { type Language, pathIn } from "@haitech/contract/languages"
import {
  NEWSLETTER_TOPICS,
  type NewsletterChoice,
  type NewsletterEnd,
  type NewsletterTopic,
} from "@haitech/contract/newsletters"
import type { Deps } from "#deps.ts"
import { findMembership, lockMembership } from "#features/outreach/queries/admin.ts"
import {
  deleteStoredChoice,
  findStoredChoices,
  setNewsletterChoice,
  storeChoice,
} from "#features/outreach/queries/newsletters.ts"
import type { MembershipRow, NewsletterChoiceRow } from "#features/outreach/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { isId } from "#platform/db/columns.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"

type ChoiceDeps = Pick<Deps, "keyedHash" | "now">

/** Of a member, and of the newsletter that has the link. */
export interface LinkOwner {
  readonly membershipId: MembershipId
  readonly newsletterId?: NewsletterId | undefined
}

/** It does not expire: a link must work as long as somebody has the email (16 CFR 316). */
export function newsletterToken(
  { keyedHash }: Pick<Deps, "keyedHash">,
  { membershipId, newsletterId = "" as NewsletterId }: LinkOwner,
): string {
  const claim = `${membershipId}.${newsletterId}`
  return `${claim}.${keyedHash("newsletters", claim)}`
}

/** Its secret is after the `#`, and opening it changes nothing. */
export function choiceLink(deps: Pick<Deps, "keyedHash" | "site">, owner: LinkOwner, language: Language): string {
  return `${deps.site.url}${choicePath(language, newsletterToken(deps, owner))}`
}

export function choicePath(language: Language, token: string): string {
  return `${pathIn(language, "/newsletters")}#newsletters=${token}`
}

/** @throws {Problem} `newsletter_link.expired` */
export function verifyNewsletterToken({ keyedHash }: Pick<Deps, "keyedHash">, token: string): LinkOwner {
  const [membershipId = "", newsletterId = "", signature = ""] = token.split(".")
  const isSigned = isSameSecret(signature, keyedHash("newsletters", `${membershipId}.${newsletterId}`))
  if (!isSigned || !isId(membershipId)) throw new Problem("newsletter_link.expired")
  return {
    membershipId: membershipId as MembershipId,
    newsletterId: newsletterId ? (newsletterId as NewsletterId) : undefined,
  }
}

/** @throws {Problem} `newsletter_link.expired` */
export async function readChoice(db: Db, id: MembershipId): Promise<NewsletterChoiceRow> {
  const membership = await findMembership(db, id)
  if (!membership) throw new Problem("newsletter_link.expired")
  return membership
}

/** The member's own choice, also again after an end of any kind. @throws {Problem} `newsletter_link.expired` */
export async function choose(
  tx: Tx,
  deps: ChoiceDeps,
  { id, topics }: { readonly id: MembershipId; readonly topics: readonly NewsletterTopic[] },
): Promise<NewsletterChoiceRow> {
  const membership = await lockMembership(tx, id)
  if (!membership || membership.deletedAt) throw new Problem("newsletter_link.expired")
  const newsletterTopics = NEWSLETTER_TOPICS.filter((topic) => topics.includes(topic))
  if (newsletterTopics.length > 0)
    return save(tx, deps, membership, { newsletterTopics, newslettersEnded: null, newslettersEndedAt: null })
  if (membership.newslettersEnded === "left") return membership
  return save(tx, deps, membership, endOf(membership, "left", deps.now()))
}

/** An end that is already there stays. */
export async function endNewsletters(
  tx: Tx,
  deps: ChoiceDeps,
  { id, reason }: { readonly id: MembershipId; readonly reason: "removed" | "bounced" },
): Promise<MembershipRow | undefined> {
  const membership = await lockMembership(tx, id)
  if (!membership || membership.newslettersEnded) return membership
  return { ...membership, ...(await save(tx, deps, membership, endOf(membership, reason, deps.now()))) }
}

/** @throws {Problem} `record.unknown` */
export async function removeFromNewsletters(deps: Deps, actor: Member, id: MembershipId): Promise<MembershipRow> {
  return deps.db.transaction(async (tx) => {
    const before = await lockMembership(tx, id)
    if (!before || before.deletedAt) throw new Problem("record.unknown")
    if (before.newslettersEnded) return before
    await record(tx, { actor, action: "membership.newsletters_ended", subjectId: id })
    return (await endNewsletters(tx, deps, { id, reason: "removed" })) ?? before
  })
}

/** What the owners of these addresses chose before: anybody can type them. @returns the choices by membership */
export async function applyStoredChoices(
  tx: Tx,
  deps: Pick<Deps, "keyedHash">,
  members: readonly { readonly id: MembershipId; readonly email: string }[],
): Promise<ReadonlyMap<MembershipId, NewsletterChoiceRow>> {
  const idsByHash = new Map(members.map(({ id, email }) => [hashOf(deps, email), id]))
  const applied = new Map<MembershipId, NewsletterChoiceRow>()
  for (const { addressHash, ...choice } of await findStoredChoices(tx, [...idsByHash.keys()])) {
    const id = idsByHash.get(addressHash)
    if (!id) continue
    await setNewsletterChoice(tx, id, choice)
    applied.set(id, choice)
  }
  return applied
}

/** Also for an address that an administrator has changed since. */
export async function isRefused(
  db: Db,
  deps: ChoiceDeps,
  { email, topic }: { readonly email: string; readonly topic: NewsletterTopic },
): Promise<boolean> {
  const [choice] = await findStoredChoices(db, [hashOf(deps, email)])
  return choice !== undefined && (choice.newslettersEnded !== null || !choice.newsletterTopics.includes(topic))
}

export function presentChoice(choice: NewsletterChoiceRow): NewsletterChoice {
  const { newsletterTopics: topics, newslettersEnded: ended, newslettersEndedAt: endedAt } = choice
  return { topics, ended, endedAt: endedAt?.toISOString() ?? null }
}

function endOf({ newsletterTopics }: NewsletterChoiceRow, reason: NewsletterEnd, at: Date): NewsletterChoiceRow {
  return {
    newsletterTopics: reason === "left" ? [] : newsletterTopics,
    newslettersEnded: reason,
    newslettersEndedAt: at,
  }
}

async function save(
  tx: Tx,
  deps: ChoiceDeps,
  { id, email }: MembershipRow,
  choice: NewsletterChoiceRow,
): Promise<NewsletterChoiceRow> {
  await setNewsletterChoice(tx, id, choice)
  if (choice.newsletterTopics.length === NEWSLETTER_TOPICS.length && !choice.newslettersEnded)
    await deleteStoredChoice(tx, hashOf(deps, email))
  else await storeChoice(tx, hashOf(deps, email), choice)
  return choice
}

function hashOf({ keyedHash }: Pick<Deps, "keyedHash">, email: string): string {
  return keyedHash("newsletter address", email.toLowerCase())
}
