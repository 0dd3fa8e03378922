import {
  advanceSubscription,
  changeSubscription,
  findIntent,
  findSubscription,
  insertIntent,
  insertSubscription,
  lockDueSubscriptions,
  startSubscription,
} from "#features/donations/queries/sandbox.ts"
import { addMonths } from "#features/donations/rules.ts"
import type { Db } from "#platform/db/client.ts"
import type { Sandbox, SubscriptionChange } from "#platform/payments.ts"

export const DECLINES_LATER = "4000000000000341"

interface SandboxDeps {
  readonly db: Db
  readonly now: () => Date
  readonly keyedHash: (purpose: string, text: string) => string
}

type Subscriptions = Pick<
  Sandbox,
  "createSubscription" | "readSubscription" | "changeSubscription" | "readNewestCard" | "readRenewal" | "renew"
>

const STATES = { pause: "paused", resume: "active", stop: "stopped" } as const

export function sandboxSubscriptions(
  { db, now, keyedHash }: SandboxDeps,
  secretOf: (intentId: string) => string,
): Subscriptions {
  const intentOf = (subscriptionId: string, month: number) =>
    `pi_${keyedHash("sandbox renewal", `${subscriptionId}/${month}`).slice(0, 24)}`
  return {
    async createSubscription({ amount, key }) {
      const subscriptionId = `sub_${keyedHash("sandbox subscription", key).slice(0, 24)}`
      const id = intentOf(subscriptionId, 0)
      await insertSubscription(db, { id: subscriptionId, amount })
      await insertIntent(db, { id, amount, subscriptionId })
      return { id, clientSecret: secretOf(id), subscriptionId }
    },
    async readSubscription(subscriptionId) {
      const subscription = await findSubscription(db, subscriptionId)
      if (!subscription) return undefined
      const { state, amount, nextAt, cardLast4, isFailing } = subscription
      return { state, amount, nextAt: state === "active" ? nextAt : null, cardLast4, isFailing }
    },
    changeSubscription: (id, change) => changeSubscription(db, id, columnsOf(change)),
    // The sandbox's page gives the card to the subscription itself.
    async readNewestCard(subscriptionId) {
      const card = (await findSubscription(db, subscriptionId))?.cardLast4
      return card ? { id: card, isUsed: true } : undefined
    },
    async readRenewal(intentId) {
      const intent = await findIntent(db, intentId)
      return intent?.subscriptionId ? { subscriptionId: intent.subscriptionId, invoiceId: intentId } : undefined
    },
    renew: () =>
      db.transaction(async (tx) => {
        const intents: string[] = []
        for (const { id, amount, state, cardLast4, charges, startedAt } of await lockDueSubscriptions(tx, now())) {
          const isFailing = cardLast4 === DECLINES_LATER.slice(-4)
          const intentId = intentOf(id, charges + 1)
          if (state === "active") {
            const paid = isFailing ? { state: "declined" as const } : { state: "succeeded" as const, paidAt: now() }
            await insertIntent(tx, { id: intentId, amount, subscriptionId: id, ...paid })
            intents.push(intentId)
          }
          await advanceSubscription(tx, id, { isFailing, nextAt: addMonths(startedAt ?? now(), charges + 2) })
        }
        return intents
      }),
  }
}

function columnsOf(change: SubscriptionChange) {
  if (change.change === "amount") return { amount: change.amount }
  return change.change === "card" ? { cardLast4: change.card } : { state: STATES[change.change] }
}

export async function startPaidSubscription({ db, now }: SandboxDeps, intentId: string, card: string): Promise<void> {
  const intent = await findIntent(db, intentId)
  if (!intent?.subscriptionId || intent.state !== "succeeded") return
  const startedAt = now()
  await startSubscription(db, intent.subscriptionId, {
    cardLast4: card.slice(-4),
    startedAt,
    nextAt: addMonths(startedAt, 1),
  })
}
