import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { type AlertEmail, alertAdministrators, sendAlert } from "./service/attack-alerts.ts"
import { type CheckoutPayload, checkCheckout } from "./service/checkout.ts"
import { sendLink, sendNote, sendReceipt, sendStatement } from "./service/emails.ts"
import { sendFailedPayment } from "./service/failure-emails.ts"
import { applyNewestCardOf } from "./service/gift-cards.ts"
import { giftsOfToken, signToken } from "./service/links.ts"
import { stopGift, syncSubscription } from "./service/monthly.ts"
import { type GiftChange, sendChangedGift, sendFailedRenewal, sendTribute } from "./service/monthly-emails.ts"
import { checkPending, type DonorNote } from "./service/payments.ts"
import { issueReceipt } from "./service/receipts.ts"
import { performRefund } from "./service/refunds.ts"
import { compareOrRecord } from "./service/renewals.ts"
import { readStatement } from "./service/statements.ts"

interface IntentPayload {
  readonly intentId: string
}

interface GiftPayload {
  readonly giftId: string
}

export const donationJobs = (deps: Deps): Readonly<Record<string, Handler>> => ({
  "donation.event": ({ intentId }: IntentPayload) => compareOrRecord(deps, intentId),
  "donation.check": ({ intentId, round }: IntentPayload & { readonly round: number }) =>
    checkPending(deps, intentId, round),
  "donation.checkout": (payload: CheckoutPayload) => checkCheckout(deps, payload),
  "donation.receipt": async ({ intentId }: IntentPayload, { key }) => {
    const issued = await issueReceipt(deps, intentId)
    if (issued) await sendReceipt(deps, key, issued)
  },
  "donation.failed": ({ intentId }: IntentPayload, { key }) => sendFailedPayment(deps, key, intentId),
  "donation.attack": ({ attackId }: { readonly attackId: string }) => alertAdministrators(deps, attackId),
  "donation.attack_email": (email: AlertEmail, { key }) => sendAlert(deps, key, email),
  "donation.refund": ({ refundId }: { readonly refundId: string }) => performRefund(deps, refundId),
  "donation.note": async ({ intentId, note }: IntentPayload & { readonly note: DonorNote }, { key }) => {
    const issued = await issueReceipt(deps, intentId)
    if (issued) await sendNote(deps, key, { note, issued })
  },
  "donation.statement": async ({ email, year }: { readonly email: string; readonly year: number }, { key }) => {
    const statement = await readStatement(deps, email, year)
    if (statement) await sendStatement(deps, key, statement)
  },
  "donation.link": async ({ email, language }: { readonly email: string; readonly language: Language }, { key }) => {
    const token = signToken(deps, email)
    const { gifts } = await giftsOfToken(deps, token)
    if (gifts.length > 0) await sendLink(deps, key, { email, language, token })
  },
  "donation.subscription": ({ subscriptionId }: { readonly subscriptionId: string }) =>
    syncSubscription(deps, subscriptionId),
  "donation.stop_monthly": ({ giftId }: GiftPayload) => stopGift(deps, giftId),
  "donation.card": ({ subscriptionId }: { readonly subscriptionId: string }) => applyNewestCardOf(deps, subscriptionId),
  "donation.monthly_changed": ({ giftId, change }: GiftPayload & { readonly change: GiftChange }, { key }) =>
    sendChangedGift(deps, key, { giftId, change }),
  "donation.renewal_failed": ({ giftId }: GiftPayload, { key }) => sendFailedRenewal(deps, key, giftId),
  "donation.tribute": ({ donationId }: { readonly donationId: string }, { key }) => sendTribute(deps, key, donationId),
})
