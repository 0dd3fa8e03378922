CREATE TABLE "session_proposals" (
	"id" uuid PRIMARY KEY,
	"appointment_id" uuid NOT NULL,
	"tutor_id" uuid NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"proposed_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp(3) with time zone,
	CONSTRAINT "session_proposals_state_known" CHECK ("state" in ('open', 'accepted', 'declined', 'withdrawn')),
	CONSTRAINT "session_proposals_answered" CHECK (("answered_at" is null) = ("state" = 'open'))
);
--> statement-breakpoint
ALTER TABLE "tutors" ADD COLUMN "languages" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "tutors" ADD COLUMN "subjects" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "session_proposals_open_unique" ON "session_proposals" ("appointment_id") WHERE "state" = 'open';--> statement-breakpoint
CREATE INDEX "session_proposals_newest" ON "session_proposals" ("appointment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "session_proposals_tutor" ON "session_proposals" ("tutor_id");--> statement-breakpoint
CREATE INDEX "session_proposals_proposed_by" ON "session_proposals" ("proposed_by");--> statement-breakpoint
ALTER TABLE "session_proposals" ADD CONSTRAINT "session_proposals_appointment_id_appointments_id_fkey" FOREIGN KEY ("appointment_id") REFERENCES "appointments"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "session_proposals" ADD CONSTRAINT "session_proposals_tutor_id_tutors_user_id_fkey" FOREIGN KEY ("tutor_id") REFERENCES "tutors"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "session_proposals" ADD CONSTRAINT "session_proposals_proposed_by_users_id_fkey" FOREIGN KEY ("proposed_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "tutors" ADD CONSTRAINT "tutors_languages_known" CHECK ("languages" <@ array['en', 'fr', 'ht', 'es']);--> statement-breakpoint
ALTER TABLE "tutors" ADD CONSTRAINT "tutors_subjects_known" CHECK ("subjects" <@ array['coding', 'language', 'career', 'general']);--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'factor.added', 'factor.renamed', 'factor.removed', 'factor.codes_renewed', 'factor.code_used', 'factor.reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'picture.added', 'slot.created', 'slot.updated', 'slot.deleted', 'slot_series.created', 'slot_series.ended', 'tutor.created', 'tutor.updated', 'closed_day.saved', 'closed_day.deleted', 'donation.refunded', 'donation.receipt_sent', 'donation.statement_sent', 'donation.difference_settled', 'appointment.changed', 'appointment.proposed', 'appointment.calendar_restored', 'appointment.feedback_saved', 'certificate.revoked', 'course.published', 'course.unpublished', 'lesson.published', 'lesson.unpublished', 'lesson_text.published', 'lesson_text.draft_deleted', 'question.settled', 'question.reopened', 'group.created', 'group.updated', 'group.closed', 'group.opened', 'group.member_removed', 'group.member_restored', 'group.birth_year_deleted', 'group_post.removed', 'group_post.restored', 'group_report.settled', 'group_report.reopened', 'list.exported', 'job.retried'));