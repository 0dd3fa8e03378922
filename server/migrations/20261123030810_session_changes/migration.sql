CREATE TABLE "calendar_differences" (
	"appointment_id" uuid PRIMARY KEY,
	"starts_at" timestamp(3) with time zone,
	"ends_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"user_id" uuid PRIMARY KEY,
	"token_hash" text NOT NULL CONSTRAINT "calendar_feeds_token_hash_unique" UNIQUE,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_token_hash_hashed" CHECK ("token_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "calendar_reads" (
	"id" integer PRIMARY KEY DEFAULT 1,
	"sync_token" text NOT NULL,
	"read_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "calendar_reads_id_range" CHECK ("id" between 1 and 1),
	CONSTRAINT "calendar_reads_sync_token_required" CHECK (char_length("sync_token") > 0)
);
--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "calendar_revision" integer;--> statement-breakpoint
DROP INDEX "appointments_coming";--> statement-breakpoint
CREATE INDEX "appointments_coming" ON "appointments" (coalesce("scheduled_at", "preferred_date"),"id");--> statement-breakpoint
CREATE INDEX "appointments_status" ON "appointments" ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "appointments_of_tutor" ON "appointments" ("tutor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "appointments_urgent" ON "appointments" ((("created_at" at time zone 'UTC' + case "priority" when 'high' then interval '0' when 'normal' then interval '1000 years' else interval '2000 years' end) at time zone 'UTC'),"id") WHERE "status" = 'pending';--> statement-breakpoint
ALTER TABLE "calendar_differences" ADD CONSTRAINT "calendar_differences_appointment_id_appointments_id_fkey" FOREIGN KEY ("appointment_id") REFERENCES "appointments"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'factor.added', 'factor.renamed', 'factor.removed', 'factor.codes_renewed', 'factor.code_used', 'factor.reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'picture.added', 'slot.created', 'slot.updated', 'slot.deleted', 'slot_series.created', 'slot_series.ended', 'tutor.created', 'tutor.updated', 'closed_day.saved', 'closed_day.deleted', 'donation.refunded', 'donation.receipt_sent', 'donation.statement_sent', 'donation.difference_settled', 'appointment.changed', 'appointment.calendar_restored', 'appointment.feedback_saved', 'list.exported', 'job.retried'));--> statement-breakpoint
ALTER TABLE "available_time_slots" ADD CONSTRAINT "available_time_slots_apart" EXCLUDE USING gist ((coalesce("tutor_id", '00000000-0000-0000-0000-000000000000')) WITH =, tstzrange("starts_at", "ends_at") WITH &&) WHERE ("is_available");
--> statement-breakpoint
CREATE INDEX "appointments_search" ON "appointments" USING gin (fold("student_name" || ' ' || "student_email") gin_trgm_ops);--> statement-breakpoint
CREATE TRIGGER "appointments_added" AFTER INSERT ON "appointments" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();--> statement-breakpoint
CREATE TRIGGER "appointments_gone" AFTER DELETE ON "appointments" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();--> statement-breakpoint
SELECT tally('appointments', (SELECT count(*) FROM "appointments"));
