import * as z from "zod/mini"
import { Amount, CURRENCIES } from "./donations.ts"
import { route } from "./route.ts"
import { Instant } from "./time.ts"

export const MONTHLY_GIFT_STATES = ["incomplete", "active", "paused", "stopped"] as const

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

export const changeMonthlyGift = route({
  method: "POST",
  path: "/api/monthly-gifts/change",
  access: "public",
  body: z.discriminatedUnion("change", [
    z.object({ token: GiftToken, change: z.enum(["pause", "resume", "stop"]) }),
    z.object({ token: GiftToken, change: z.literal("amount"), amount: Amount }),
  ]),
  reply: MonthlyGift,
})
