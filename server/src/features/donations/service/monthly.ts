import { type Language, pathIn } from "@haitech/contract/languages"
import type { MonthlyGift } from "@haitech/contract/monthly-gifts"
import type { Deps } from "#deps.ts"
import { findGift } from "#features/donations/queries/gifts.ts"
import {
  findMonthlyGift,
  findMonthlyGiftBySubscription,
  lockMonthlyGift,
  settleIncompleteGift,
  updateMonthlyGift,
} from "#features/donations/queries/monthly.ts"
import { findTribute } from "#features/donations/queries/tributes.ts"
import { formatAmount, isPaid, isRunning } from "#features/donations/rules.ts"
import type { DonationRow, MonthlyGiftRow } from "#features/donations/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import type { Subscription, SubscriptionChange } from "#platform/payments.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"
import { applyNewestCard } from "./gift-cards.ts"
import { ignoreUnavailable, requirePayments } from "./intents.ts"

const SYNC_TRIES = 5

type GiftChange = Exclude<SubscriptionChange, { change: "card" }> | { readonly change: "card" }

/** The link in each receipt of the gift. Its secrets are after the `#` and reach no server when it is opened. */
export function manageLink(deps: Pick<Deps, "keyedHash" | "site">, giftId: string, language: Language): string {
  return deps.site.url + managePath(deps, giftId, language)
}

export function managePath(
  { keyedHash }: Pick<Deps, "keyedHash">,
  giftId: string,
  language: Language,
  query = "",
): string {
  return `${pathIn(language, "/monthly-gift")}${query}#gift=${giftId}.${signatureOf({ keyedHash }, giftId)}`
}

function signatureOf({ keyedHash }: Pick<Deps, "keyedHash">, giftId: string): string {
  return keyedHash("monthly gift", giftId)
}

/** @throws {Problem} `monthly_gift.unknown`, `payments.off`, `payments.unavailable` */
export async function readGift(deps: Deps, token: string): Promise<MonthlyGift> {
  const gift = await findByToken(deps, token)
  const subscription = await requirePayments(deps).readSubscription(gift.subscriptionId)
  if (!subscription) throw new Problem("monthly_gift.unknown")
  return present(gift, subscription)
}

/**
 * Changes the gift at the provider and then writes what the provider says about it.
 * @throws {Problem} `monthly_gift.unknown`, `payments.off`, `payments.unavailable` also when the provider refused
 */
export async function changeGift(deps: Deps, token: string, change: GiftChange): Promise<MonthlyGift> {
  const known = await findByToken(deps, token)
  if (change.change === "card") await applyNewestCard(deps, known)
  else await requirePayments(deps).changeSubscription(known.subscriptionId, change)
  const synced = await syncGift(deps, known.id)
  if (!synced) throw new Problem("monthly_gift.unknown")
  const { gift, subscription } = synced
  if (subscription.state !== "stopped" && !isDone(change, subscription)) throw new Problem("payments.unavailable")
  return present(gift, subscription)
}

function isDone(change: GiftChange, { state, amount }: Subscription): boolean {
  if (change.change === "amount") return amount === change.amount
  // Another page may have paused what this one resumed: the reply shows which of them came last.
  return change.change !== "stop" && state !== "incomplete"
}

/** @throws {Problem} `monthly_gift.unknown`, `payments.off` */
export async function findByToken(deps: Deps, token: string): Promise<MonthlyGiftRow> {
  const payments = requirePayments(deps)
  const [id = "", signature = ""] = token.split(".")
  const gift = isSameSecret(signature, signatureOf(deps, id)) ? await findMonthlyGift(deps.db, id) : undefined
  if (gift?.provider !== payments.provider) throw new Problem("monthly_gift.unknown")
  return gift
}

function present({ createdAt, currency }: MonthlyGiftRow, { nextAt, ...subscription }: Subscription): MonthlyGift {
  return { ...subscription, currency, since: createdAt.toISOString(), nextAt: nextAt?.toISOString() ?? null }
}

/** Writes what the provider says about the gift, and tells the donor of a change. Reads again after a change meanwhile. */
async function syncGift(
  deps: Deps,
  id: string,
): Promise<{ readonly gift: MonthlyGiftRow; readonly subscription: Subscription } | undefined> {
  const payments = requirePayments(deps)
  for (let tries = 0; tries < SYNC_TRIES; tries++) {
    const gift = await findMonthlyGift(deps.db, id)
    if (gift?.provider !== payments.provider) return undefined
    const subscription = await payments.readSubscription(gift.subscriptionId)
    if (!subscription) return undefined
    const isWritten = await deps.db.transaction((tx) => write(tx, gift, subscription))
    if (isWritten) return { gift, subscription }
  }
  throw new Problem("payments.unavailable")
}

async function write(tx: Tx, gift: MonthlyGiftRow, { state, amount }: Subscription): Promise<boolean> {
  const isSameAmount = amount === gift.amount
  if (state === "incomplete" || (state === gift.state && isSameAmount)) return true
  const change = { state, ...(!isSameAmount && { amount, feeCovered: 0 }) }
  if (!(await updateMonthlyGift(tx, gift, change))) return false
  if (gift.state === "incomplete") return true
  await enqueue(tx, {
    kind: "donation.monthly_changed",
    key: `donation.monthly_changed:${gift.id}:${gift.revision + 1}`,
    payload: { giftId: gift.id, change: state === gift.state ? "amount" : state },
  })
  return true
}

export async function syncSubscription(deps: Deps, subscriptionId: string): Promise<void> {
  const gift = await findMonthlyGiftBySubscription(deps.db, subscriptionId)
  if (gift) await syncGift(deps, gift.id)
}

/** @returns whether nobody asked for it before */
export function enqueueStop(tx: Tx, giftId: string): Promise<boolean> {
  return enqueue(tx, { kind: "donation.stop_monthly", key: `donation.stop_monthly:${giftId}`, payload: { giftId } })
}

export async function stopGift(deps: Deps, id: string): Promise<void> {
  const payments = requirePayments(deps)
  const gift = await findMonthlyGift(deps.db, id)
  if (gift?.provider !== payments.provider) return
  await payments.changeSubscription(gift.subscriptionId, { change: "stop" })
  await syncGift(deps, id)
}

/**
 * For a donor who asked for it: a job stops the gift even if the provider does not respond now.
 * @throws {Problem} `donation.unknown`, `donation.not_monthly`, `payments.off`
 */
export async function stopForDonor(deps: Deps, actor: Member, donationId: string): Promise<void> {
  const { provider } = requirePayments(deps)
  const found = await findGift(deps.db, donationId)
  if (!found) throw new Problem("donation.unknown")
  const giftId = found.donation.monthlyGiftId
  if (giftId === null || found.donation.provider !== provider) throw new Problem("donation.not_monthly")
  await deps.db.transaction(async (tx) => {
    const gift = await lockMonthlyGift(tx, giftId)
    if (!gift || !isRunning(gift.state) || !(await enqueueStop(tx, giftId))) return
    const after = { amount: formatAmount(gift.amount, gift.currency) }
    await record(tx, { actor, action: "donation.monthly_stopped", subjectId: donationId, after })
  })
  await stopGift(deps, giftId).catch(ignoreUnavailable)
}

/** What a first payment, or its end, changes beside the donation; in the transaction of its state. */
export async function settle(tx: Tx, donation: DonationRow, receiptAt: Date): Promise<void> {
  const { id, monthlyGiftId, status } = donation
  if (monthlyGiftId) await settleIncompleteGift(tx, monthlyGiftId, isPaid(status) ? "active" : "stopped")
  const tribute = isPaid(status) ? await findTribute(tx, id) : undefined
  if (tribute?.notifyEmail)
    await enqueue(tx, {
      kind: "donation.tribute",
      key: `donation.tribute:${id}`,
      payload: { donationId: id },
      dueAt: receiptAt,
    })
}
