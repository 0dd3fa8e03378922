import { ANONYMOUS_DONOR } from "@haitech/contract/donations"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { findFirstDonation, findMonthlyGift } from "#features/donations/queries/monthly.ts"
import { findTributeWithDonation } from "#features/donations/queries/tributes.ts"
import { formatAmount, isPaid } from "#features/donations/rules.ts"
import { type EmailTexts, renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import { applyNewestCard } from "./gift-cards.ts"
import { manageLink } from "./monthly.ts"

export type GiftChange = "paused" | "active" | "stopped" | "amount" | "card"

const CHANGES = {
  paused: ["mail.monthly.paused_subject", "mail.monthly.paused"],
  active: ["mail.monthly.resumed_subject", "mail.monthly.resumed"],
  stopped: ["mail.monthly.stopped_subject", "mail.monthly.stopped"],
  amount: ["mail.monthly.amount_subject", "mail.monthly.amount"],
  card: ["mail.monthly.card_subject", "mail.monthly.card"],
} as const

const TRIBUTES = {
  honor: ["mail.tribute.honor_subject", "mail.tribute.honor"],
  memory: ["mail.tribute.memory_subject", "mail.tribute.memory"],
} as const

interface TributeGift {
  readonly type: keyof typeof TRIBUTES
  readonly honoree: string
  readonly notifyName?: string | null | undefined
  readonly message?: string | null | undefined
  readonly donorName?: string | null | undefined
  readonly isAnonymous: boolean
}

interface Message {
  readonly key: string
  readonly to: string
  readonly texts: EmailTexts
  readonly isUnlisted?: boolean
}

export async function sendChangedGift(
  deps: Deps,
  key: string,
  { giftId, change }: { readonly giftId: string; readonly change: GiftChange },
): Promise<void> {
  const [subject, paragraph] = CHANGES[change]
  const gift = change === "card" ? await findMonthlyGift(deps.db, giftId) : undefined
  if (gift) await applyNewestCard(deps, gift)
  await sendToDonor(deps, giftId, { key, subject, paragraph })
}

export async function sendFailedRenewal(deps: Deps, key: string, giftId: string): Promise<void> {
  await sendToDonor(deps, giftId, { key, subject: "mail.monthly.failed_subject", paragraph: "mail.monthly.failed" })
}

async function sendToDonor(
  deps: Deps,
  giftId: string,
  { key, subject, paragraph }: { readonly key: string } & Record<"subject" | "paragraph", Parameters<typeof text>[1]>,
): Promise<void> {
  const gift = await findMonthlyGift(deps.db, giftId)
  const donor = await findFirstDonation(deps.db, giftId)
  if (!gift || !donor?.email) return
  const { language } = gift
  const translate = translator(deps, language)
  await send(deps, {
    key,
    to: donor.email,
    texts: {
      language,
      subject: translate(subject),
      greeting: translate("mail.monthly.greeting", { name: donor.name ?? ANONYMOUS_DONOR }),
      paragraphs: [translate(paragraph, { amount: formatAmount(gift.amount, gift.currency) })],
      action: { label: translate("mail.monthly.manage"), url: manageLink(deps, giftId, language) },
      footer: translate("mail.monthly.footer"),
    },
  })
}

/** Tells somebody of a gift in honor or memory of a person; never of its amount, and not of a private donor's name. */
export async function sendTribute(deps: Deps, key: string, donationId: string): Promise<void> {
  const found = await findTributeWithDonation(deps.db, donationId)
  if (!found?.tributes.notifyEmail || !isPaid(found.donations.status)) return
  const { name, isAnonymous, language } = found.donations
  const texts = tributeTexts(deps, { ...found.tributes, donorName: name, isAnonymous }, language)
  await send(deps, { key, to: found.tributes.notifyEmail, texts, isUnlisted: true })
}

export function previewTribute(deps: Pick<Deps, "site">, tribute: TributeGift, language: Language) {
  const { subject, greeting, paragraphs, quote, footer } = tributeTexts(deps, tribute, language)
  return { subject, paragraphs: [greeting, ...paragraphs, ...(quote ? [quote.intro, quote.text] : []), footer] }
}

function tributeTexts(deps: Pick<Deps, "site">, tribute: TributeGift, language: Language): EmailTexts {
  const { type, honoree, notifyName, message, donorName, isAnonymous } = tribute
  const [subject, paragraph] = TRIBUTES[type]
  const translate = translator(deps, language)
  const isNamed = !isAnonymous && donorName && donorName !== ANONYMOUS_DONOR
  const donor = isNamed ? donorName : translate("mail.tribute.somebody")
  return {
    language,
    subject: translate(subject, { honoree }),
    greeting: notifyName ? translate("mail.tribute.greeting", { name: notifyName }) : translate("mail.tribute.hello"),
    paragraphs: [translate(paragraph, { donor, honoree })],
    ...(message && { quote: { intro: translate("mail.tribute.message", { donor }), text: message } }),
    footer: translate("mail.tribute.footer"),
  }
}

function translator({ site }: Pick<Deps, "site">, language: Language) {
  return (message: Parameters<typeof text>[1], values = {}) => text(language, message, { site: site.name, ...values })
}

async function send({ mail }: Deps, { texts, ...message }: Message): Promise<void> {
  const { language, subject } = texts
  await mail.send({ ...message, language, subject, ...renderEmail(texts) })
}
