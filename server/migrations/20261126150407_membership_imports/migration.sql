CREATE TABLE "membership_imports" (
	"id" uuid PRIMARY KEY,
	"digest" text NOT NULL,
	"imported" integer DEFAULT 0 NOT NULL,
	"existing" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp(3) with time zone,
	CONSTRAINT "membership_imports_digest_hashed" CHECK ("digest" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "membership_imports_imported_range" CHECK ("imported" >= 0),
	CONSTRAINT "membership_imports_existing_range" CHECK ("existing" >= 0),
	CONSTRAINT "membership_imports_left_out_range" CHECK ("left_out" >= 0)
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "import_id" uuid;--> statement-breakpoint
CREATE INDEX "memberships_import" ON "memberships" ("import_id");--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_import_id_membership_imports_id_fkey" FOREIGN KEY ("import_id") REFERENCES "membership_imports"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'factor.added', 'factor.renamed', 'factor.removed', 'factor.codes_renewed', 'factor.code_used', 'factor.reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'membership.deleted', 'membership.restored', 'membership.imported', 'membership.import_undone', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'chat.deleted', 'chat.restored', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'picture.added', 'slot.created', 'slot.updated', 'slot.deleted', 'slot_series.created', 'slot_series.ended', 'tutor.created', 'tutor.updated', 'screening.viewed', 'screening.recorded', 'screening.confirmed', 'screening.withdrawn', 'closed_day.saved', 'closed_day.deleted', 'donation.refunded', 'donation.receipt_sent', 'donation.statement_sent', 'donation.difference_settled', 'appointment.changed', 'appointment.proposed', 'appointment.calendar_restored', 'appointment.feedback_saved', 'certificate.revoked', 'hours_proof.revoked', 'course.published', 'course.unpublished', 'lesson.published', 'lesson.unpublished', 'lesson_text.published', 'lesson_text.draft_deleted', 'question.settled', 'question.reopened', 'group.created', 'group.updated', 'group.closed', 'group.opened', 'group.member_removed', 'group.member_restored', 'group.birth_year_deleted', 'group_post.removed', 'group_post.restored', 'group_report.settled', 'group_report.reopened', 'application.viewed', 'application.changed', 'consent.viewed', 'case.read', 'case.entry_added', 'case.closed', 'case.reopened', 'safeguarding_staff.named', 'safeguarding_staff.removed', 'list.exported', 'job.retried'));