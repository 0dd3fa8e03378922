import * as z from "zod/mini"
import { Amount, CURRENCIES } from "./donations.ts"
import { MONTHLY_GIFT_STATES } from "./gifts.ts"
import { route } from "./route.ts"
import { Instant } from "./time.ts"

const GiftToken = z.string("token.invalid").check(z.regex(/^[\w.-]{1,200}$/, "token.invalid"))

export const MonthlyGift = z.object({
  state: z.enum(MONTHLY_GIFT_STATES),
  amount: z.int(),
  currency: z.enum(CURRENCIES),
  since: Instant,
  nextAt: z.nullable(Instant),
  cardLast4: z.nullable(z.string()),
  isFailing: z.boolean(),
})
export type MonthlyGift = z.output<typeof MonthlyGift>

/** The token of the link in a receipt is sent in the body, because addresses are logged. */
export const readMonthlyGift = route({
  method: "POST",
  path: "/api/monthly-gifts/lookup",
  access: "public",
  body: z.object({ token: GiftToken }),
  reply: MonthlyGift,
})

/** Opens a page of the card provider that takes another card. Afterwards the change `card` makes the newest card the gift's. */
export const openGiftCardPage = route({
  method: "POST",
  path: "/api/monthly-gifts/card-pages",
  access: "public",
  body: z.object({ token: GiftToken }),
  reply: z.object({ url: z.string() }),
})

export const changeMonthlyGift = route({
  method: "POST",
  path: "/api/monthly-gifts/change",
  access: "public",
  body: z.discriminatedUnion("change", [
    z.object({ token: GiftToken, change: z.enum(["pause", "resume", "stop", "card"]) }),
    z.object({ token: GiftToken, change: z.literal("amount"), amount: Amount }),
  ]),
  reply: MonthlyGift,
})
