import * as z from "zod/mini"
import { ContactId, MembershipId, UserId } from "#ids.ts"
import { LANGUAGES } from "#languages.ts"
import { route } from "#route.ts"
import { Instant } from "#time.ts"

export const SENT_EMAILS_SHOWN = 50

export const SentEmail = z.object({
  id: z.uuid(),
  sentAt: Instant,
  subject: z.string(),
  language: z.enum(LANGUAGES),
})

/** The newest first. */
export const SentEmails = z.object({ address: z.string(), emails: z.array(SentEmail) })
export type SentEmails = z.output<typeof SentEmails>

export const listUserEmails = route({
  method: "GET",
  path: "/api/admin/users/:id/emails",
  access: "admin",
  params: z.object({ id: UserId }),
  reply: SentEmails,
})

export const listMembershipEmails = route({
  method: "GET",
  path: "/api/admin/memberships/:id/emails",
  access: "admin",
  params: z.object({ id: MembershipId }),
  reply: SentEmails,
})

export const listContactEmails = route({
  method: "GET",
  path: "/api/admin/contacts/:id/emails",
  access: "admin",
  params: z.object({ id: ContactId }),
  reply: SentEmails,
})

export const emailAdminApi = { listUserEmails, listMembershipEmails, listContactEmails } as const
