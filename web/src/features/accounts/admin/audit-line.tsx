import type { AuditAction, AuditEntry } from "@haitech/contract/audit"
import { type HistoryAdminText, useHistoryAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"

/** `{subject}` is the name of the record. */
export const ACTION_TEXTS = {
  "admin.created": "audit.admin_created",
  "admin.signed_in": "audit.admin_signed_in",
  "admin.password_changed": "audit.admin_password_changed",
  "admin.password_reset": "audit.admin_password_reset",
  "factor.added": "audit.factor_added",
  "factor.renamed": "audit.factor_renamed",
  "factor.removed": "audit.factor_removed",
  "factor.codes_renewed": "audit.factor_codes_renewed",
  "factor.code_used": "audit.factor_code_used",
  "factor.reset": "audit.factor_reset",
  "user.role_changed": "audit.user_role_changed",
  "user.signed_out": "audit.user_signed_out",
  "contact.replied": "audit.contact_replied",
  "contact.moved": "audit.contact_moved",
  "contact.deleted": "audit.contact_deleted",
  "contact.restored": "audit.contact_restored",
  "chat.read": "audit.chat_read",
  "chat.responded": "audit.chat_responded",
  "chat.moved": "audit.chat_moved",
  "chat.assigned": "audit.chat_assigned",
  "chat.blocked": "audit.chat_blocked",
  "chat.unblocked": "audit.chat_unblocked",
  "chat.settled": "audit.chat_settled",
  "saved_reply.created": "audit.saved_reply_created",
  "saved_reply.updated": "audit.saved_reply_updated",
  "saved_reply.deleted": "audit.saved_reply_deleted",
  "team.created": "audit.team_created",
  "team.updated": "audit.team_updated",
  "team.deleted": "audit.team_deleted",
  "team.restored": "audit.team_restored",
  "team.ordered": "audit.team_ordered",
  "post.created": "audit.post_created",
  "post.updated": "audit.post_updated",
  "post.deleted": "audit.post_deleted",
  "post.restored": "audit.post_restored",
  "testimonial.created": "audit.testimonial_created",
  "testimonial.updated": "audit.testimonial_updated",
  "testimonial.deleted": "audit.testimonial_deleted",
  "testimonial.restored": "audit.testimonial_restored",
  "picture.added": "audit.picture_added",
  "slot.created": "audit.slot_created",
  "slot.updated": "audit.slot_updated",
  "slot.deleted": "audit.slot_deleted",
  "slot_series.created": "audit.slot_series_created",
  "slot_series.ended": "audit.slot_series_ended",
  "tutor.created": "audit.tutor_created",
  "tutor.updated": "audit.tutor_updated",
  "certificate.revoked": "audit.certificate_revoked",
  "closed_day.saved": "audit.closed_day_saved",
  "closed_day.deleted": "audit.closed_day_deleted",
  "donation.refunded": "audit.donation_refunded",
  "donation.receipt_sent": "audit.donation_receipt_sent",
  "donation.statement_sent": "audit.donation_statement_sent",
  "donation.difference_settled": "audit.donation_difference_settled",
  "appointment.changed": "audit.appointment_changed",
  "appointment.calendar_restored": "audit.appointment_calendar_restored",
  "appointment.feedback_saved": "audit.appointment_feedback_saved",
  "course.published": "audit.course_published",
  "course.unpublished": "audit.course_unpublished",
  "lesson.published": "audit.lesson_published",
  "lesson.unpublished": "audit.lesson_unpublished",
  "lesson_text.published": "audit.lesson_text_published",
  "lesson_text.draft_deleted": "audit.lesson_text_draft_deleted",
  "question.settled": "audit.question_settled",
  "question.reopened": "audit.question_reopened",
  "group.created": "audit.group_created",
  "group.updated": "audit.group_updated",
  "group.closed": "audit.group_closed",
  "group.opened": "audit.group_opened",
  "group.member_removed": "audit.group_member_removed",
  "group.member_restored": "audit.group_member_restored",
  "group.birth_year_deleted": "audit.group_birth_year_deleted",
  "group_post.removed": "audit.group_post_removed",
  "group_post.restored": "audit.group_post_restored",
  "group_report.settled": "audit.group_report_settled",
  "group_report.reopened": "audit.group_report_reopened",
  "case.read": "audit.case_read",
  "case.entry_added": "audit.case_entry_added",
  "case.closed": "audit.case_closed",
  "case.reopened": "audit.case_reopened",
  "safeguarding_staff.named": "audit.safeguarding_staff_named",
  "safeguarding_staff.removed": "audit.safeguarding_staff_removed",
  "list.exported": "audit.list_exported",
  "job.retried": "audit.job_retried",
} as const satisfies Readonly<Record<AuditAction, HistoryAdminText>>

export function useAuditSentence(): (entry: AuditEntry) => string {
  const { t } = useHistoryAdminApp()
  return (entry) => {
    const text = entryOf(ACTION_TEXTS, entry.action)
    return text ? t(text, { subject: subjectOf(entry) ?? t("audit.something") }) : entry.action
  }
}

/** The name of the record; for a deleted record, the name in the log entry. */
export function subjectOf({ subject, before, after }: AuditEntry): string | undefined {
  const storedName = before?.["name"] ?? before?.["title"] ?? after?.["name"] ?? after?.["title"] ?? after?.["list"]
  return subject ?? (typeof storedName === "string" ? storedName : undefined)
}
