CREATE TABLE "hours_proofs" (
	"id" uuid PRIMARY KEY,
	"code" text NOT NULL CONSTRAINT "hours_proofs_code_unique" UNIQUE,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"minutes" integer NOT NULL,
	"sessions" integer NOT NULL,
	"language" text NOT NULL,
	"issued_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"revoked_reason" text,
	CONSTRAINT "hours_proofs_once" UNIQUE("user_id","from_day","until_day","language","name","role","minutes","sessions"),
	CONSTRAINT "hours_proofs_code_known" CHECK ("code" ~ '^[0-9A-Z]{12}$'),
	CONSTRAINT "hours_proofs_name_length" CHECK (char_length("name") between 1 and 100),
	CONSTRAINT "hours_proofs_role_known" CHECK ("role" in ('volunteer', 'mentor', 'admin')),
	CONSTRAINT "hours_proofs_until_later" CHECK ("until_day" >= "from_day"),
	CONSTRAINT "hours_proofs_minutes_range" CHECK ("minutes" >= 1),
	CONSTRAINT "hours_proofs_sessions_range" CHECK ("sessions" >= 1),
	CONSTRAINT "hours_proofs_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es')),
	CONSTRAINT "hours_proofs_revoked_reason_length" CHECK (char_length("revoked_reason") between 1 and 500),
	CONSTRAINT "hours_proofs_revoked" CHECK (("revoked_at" is null) = ("revoked_reason" is null))
);
--> statement-breakpoint
CREATE INDEX "hours_proofs_newest" ON "hours_proofs" ("issued_at","id");--> statement-breakpoint
ALTER TABLE "hours_proofs" ADD CONSTRAINT "hours_proofs_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'factor.added', 'factor.renamed', 'factor.removed', 'factor.codes_renewed', 'factor.code_used', 'factor.reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'picture.added', 'slot.created', 'slot.updated', 'slot.deleted', 'slot_series.created', 'slot_series.ended', 'tutor.created', 'tutor.updated', 'closed_day.saved', 'closed_day.deleted', 'donation.refunded', 'donation.receipt_sent', 'donation.statement_sent', 'donation.difference_settled', 'appointment.changed', 'appointment.calendar_restored', 'appointment.feedback_saved', 'certificate.revoked', 'hours_proof.revoked', 'course.published', 'course.unpublished', 'lesson.published', 'lesson.unpublished', 'lesson_text.published', 'lesson_text.draft_deleted', 'question.settled', 'question.reopened', 'group.created', 'group.updated', 'group.closed', 'group.opened', 'group.member_removed', 'group.member_restored', 'group.birth_year_deleted', 'group_post.removed', 'group_post.restored', 'group_report.settled', 'group_report.reopened', 'list.exported', 'job.retried'));--> statement-breakpoint
CREATE INDEX "hours_proofs_search" ON "hours_proofs" USING gin (fold("name" || ' ' || "code") gin_trgm_ops);
