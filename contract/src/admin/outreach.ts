import * as z from "zod/mini"
import { Deleted } from "#deletions.ts"
import { ContactId, MembershipId } from "#ids.ts"
import { LANGUAGES } from "#languages.ts"
import { exportQuery, listQuery, openEnum, page } from "#lists.ts"
import { NewsletterChoice } from "#newsletters.ts"
import { Contact, MESSAGE_LENGTH, Membership, Program, Subject } from "#outreach.ts"
import { Download, route } from "#route.ts"
import { text } from "#text.ts"
import { Instant } from "#time.ts"

export const CONTACT_STATES = ["new", "answered", "done"] as const
export const ContactState = z.enum(CONTACT_STATES, "state.unknown")
export type ContactState = z.output<typeof ContactState>

const Language = z.enum(LANGUAGES, "invalid")

export const ContactRecord = z.object({
  ...Contact.shape,
  state: openEnum(CONTACT_STATES),
  language: Language,
})
export type ContactRecord = z.output<typeof ContactRecord>

const contactFilters = { state: z.optional(ContactState), subject: z.optional(Subject) }

export const listContacts = route({
  method: "GET",
  path: "/api/admin/contacts",
  access: "admin",
  query: listQuery(contactFilters, ["newest", "oldest"]),
  list: true,
  reply: page(ContactRecord),
})

export const exportContacts = route({
  method: "GET",
  path: "/api/admin/contacts/export",
  access: "admin",
  query: exportQuery(contactFilters),
  reply: Download,
})

export const Reply = z.object({
  id: z.uuid(),
  contactId: ContactId,
  message: z.string(),
  author: z.nullable(z.string()),
  createdAt: Instant,
})
export type Reply = z.output<typeof Reply>

export const readContact = route({
  method: "GET",
  path: "/api/admin/contacts/:id",
  access: "admin",
  params: z.object({ id: ContactId }),
  reply: z.object({ ...ContactRecord.shape, replies: z.array(Reply) }),
})

export const changeContactState = route({
  method: "PATCH",
  path: "/api/admin/contacts/:id",
  access: "admin",
  params: z.object({ id: ContactId }),
  body: z.strictObject({ state: ContactState }),
  reply: ContactRecord,
})

export const deleteContact = route({
  method: "DELETE",
  path: "/api/admin/contacts/:id",
  access: "admin",
  params: z.object({ id: ContactId }),
  reply: Deleted,
})
export const restoreContact = route({
  method: "POST",
  path: "/api/admin/contacts/:id/restoration",
  access: "admin",
  params: z.object({ id: ContactId }),
  reply: ContactRecord,
})

/** Stores the reply and sends it by email. Idempotent by `id`, which the page makes. */
export const replyToContact = route({
  method: "POST",
  path: "/api/admin/reply",
  access: "admin",
  status: 201,
  body: z.strictObject({
    contactId: ContactId,
    message: text(MESSAGE_LENGTH, { required: "reply.required", tooLong: "message.too_long" }),
    id: z.optional(z.uuid("id.invalid")),
  }),
  reply: Reply,
})

export const MembershipRecord = z.object({
  ...Membership.shape,
  language: Language,
  updatedAt: Instant,
  importedAt: z.nullable(Instant),
  newsletters: NewsletterChoice,
})
export type MembershipRecord = z.output<typeof MembershipRecord>

const membershipFilters = { program: z.optional(Program), language: z.optional(Language) }

export const listMemberships = route({
  method: "GET",
  path: "/api/admin/memberships",
  access: "admin",
  query: listQuery(membershipFilters, ["newest", "oldest", "name"]),
  list: true,
  reply: page(MembershipRecord),
})

export const deleteMembership = route({
  method: "DELETE",
  path: "/api/admin/memberships/:id",
  access: "admin",
  params: z.object({ id: MembershipId }),
  reply: Deleted,
})
export const restoreMembership = route({
  method: "POST",
  path: "/api/admin/memberships/:id/restoration",
  access: "admin",
  params: z.object({ id: MembershipId }),
  reply: MembershipRecord,
})

export const exportMemberships = route({
  method: "GET",
  path: "/api/admin/memberships/export",
  access: "admin",
  query: exportQuery(membershipFilters),
  reply: Download,
})

export const outreachAdminApi = {
  listContacts,
  exportContacts,
  readContact,
  changeContactState,
  deleteContact,
  restoreContact,
  replyToContact,
  listMemberships,
  exportMemberships,
  deleteMembership,
  restoreMembership,
} as const
