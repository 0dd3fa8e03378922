import * as z from "zod/mini"
import { BooleanString, exportQuery, listQuery, page } from "#lists.ts"
import { Download, route } from "#route.ts"
import { Instant } from "#time.ts"

/** `failed` and `canceled` were never paid; the states after `succeeded` follow only a payment. */
export const DONATION_STATUSES = [
  "pending",
  "failed",
  "canceled",
  "succeeded",
  "partially_refunded",
  "disputed",
  "refunded",
] as const
export const DonationStatus = z.enum(DONATION_STATUSES, "state.unknown")

/** `amount` is in cents. Erasure of the donor sets name and email to null (spec §3). */
export const DonationRecord = z.object({
  id: z.uuid(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  amount: z.int(),
  currency: z.string(),
  frequency: z.nullable(z.string()),
  isAnonymous: BooleanString,
  message: z.nullable(z.string()),
  status: DonationStatus,
  createdAt: Instant,
})
export type DonationRecord = z.output<typeof DonationRecord>

const filters = { status: z.optional(DonationStatus) }

export const listDonations = route({
  method: "GET",
  path: "/api/admin/donations",
  access: "admin",
  query: listQuery(filters, ["newest", "oldest", "largest"]),
  list: true,
  reply: page(DonationRecord),
})

export const exportDonations = route({
  method: "GET",
  path: "/api/admin/donations/export",
  access: "admin",
  query: exportQuery(filters),
  reply: Download,
})
