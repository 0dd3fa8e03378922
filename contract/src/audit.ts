import * as z from "zod/mini"
import { UserId } from "./ids.ts"
import { listQuery, openEnum, page } from "./lists.ts"
import { route } from "./route.ts"
import { Instant } from "./time.ts"

export const AUDIT_ACTIONS = [
  "admin.created",
  "admin.signed_in",
  "admin.password_changed",
  "admin.password_reset",
  "factor.added",
  "factor.renamed",
  "factor.removed",
  "factor.codes_renewed",
  "factor.code_used",
  "factor.reset",
  "user.role_changed",
  "user.signed_out",
  "contact.replied",
  "contact.moved",
  "contact.deleted",
  "contact.restored",
  "chat.read",
  "chat.responded",
  "chat.moved",
  "chat.assigned",
  "chat.blocked",
  "chat.unblocked",
  "chat.settled",
  "saved_reply.created",
  "saved_reply.updated",
  "saved_reply.deleted",
  "team.created",
  "team.updated",
  "team.deleted",
  "team.restored",
  "team.ordered",
  "post.created",
  "post.updated",
  "post.deleted",
  "post.restored",
  "testimonial.created",
  "testimonial.updated",
  "testimonial.deleted",
  "testimonial.restored",
  "picture.added",
  "slot.created",
  "slot.updated",
  "slot.deleted",
  "slot_series.created",
  "slot_series.ended",
  "tutor.created",
  "tutor.updated",
  "closed_day.saved",
  "closed_day.deleted",
  "donation.refunded",
  "donation.receipt_sent",
  "donation.statement_sent",
  "donation.difference_settled",
  "appointment.changed",
  "appointment.calendar_restored",
  "appointment.feedback_saved",
  "certificate.revoked",
  "course.published",
  "course.unpublished",
  "lesson.published",
  "lesson.unpublished",
  "lesson_text.published",
  "lesson_text.draft_deleted",
  "question.settled",
  "question.reopened",
  "list.exported",
  "job.retried",
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

const ChangedFields = z.record(z.string(), z.unknown())

export const AuditEntry = z.object({
  id: z.uuid(),
  actor: z.nullable(z.object({ id: UserId, name: z.string() })),
  action: openEnum(AUDIT_ACTIONS),
  subjectId: z.nullable(z.uuid()),
  subject: z.nullable(z.string()),
  before: z.nullable(ChangedFields),
  after: z.nullable(ChangedFields),
  createdAt: Instant,
})
export type AuditEntry = z.output<typeof AuditEntry>

/** `of` filters by the acting administrator's id, `about` by the record's id. */
export const listAudit = route({
  method: "GET",
  path: "/api/admin/audit",
  access: "admin",
  query: listQuery(
    {
      action: z.optional(z.enum(AUDIT_ACTIONS, "invalid")),
      of: z.optional(UserId),
      about: z.optional(z.uuid("id.invalid")),
    },
    ["newest", "oldest"],
  ),
  list: true,
  reply: page(AuditEntry),
})
