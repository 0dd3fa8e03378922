CREATE TABLE "guardian_consents" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"guardian_name" text NOT NULL,
	"guardian_email" text NOT NULL,
	"language" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"is_renewal" boolean DEFAULT false NOT NULL,
	"requested_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"text_version" text,
	"allows_certificates" boolean,
	"allows_recording" boolean,
	"decided_at" timestamp(3) with time zone,
	"valid_until" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "guardian_consents_guardian_name_length" CHECK (char_length("guardian_name") between 1 and 100),
	CONSTRAINT "guardian_consents_guardian_email_length" CHECK (char_length("guardian_email") between 1 and 254),
	CONSTRAINT "guardian_consents_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es')),
	CONSTRAINT "guardian_consents_state_known" CHECK ("state" in ('requested', 'given', 'refused', 'withdrawn', 'revoked', 'expired', 'lapsed', 'replaced')),
	CONSTRAINT "guardian_consents_text_version_length" CHECK (char_length("text_version") between 1 and 20),
	CONSTRAINT "guardian_consents_decided" CHECK (("state" in ('given', 'refused', 'revoked', 'lapsed', 'replaced')) = ("decided_at" is not null)
        and num_nonnulls("decided_at", "text_version", "allows_certificates",
          "allows_recording") in (0, 4)),
	CONSTRAINT "guardian_consents_valid" CHECK (("state" in ('given', 'revoked', 'lapsed', 'replaced')) = ("valid_until" is not null)),
	CONSTRAINT "guardian_consents_ended" CHECK (("state" in ('requested', 'given')) = ("ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "safeguarding_cases" (
	"id" uuid PRIMARY KEY,
	"subject_kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"category" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"entry_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp(3) with time zone,
	CONSTRAINT "safeguarding_cases_subject_kind_known" CHECK ("subject_kind" in ('chat', 'session', 'post')),
	CONSTRAINT "safeguarding_cases_category_known" CHECK ("category" in ('unsafe', 'contact', 'behavior', 'other')),
	CONSTRAINT "safeguarding_cases_state_known" CHECK ("state" in ('open', 'closed')),
	CONSTRAINT "safeguarding_cases_entry_count_range" CHECK ("entry_count" >= 0),
	CONSTRAINT "safeguarding_cases_closed" CHECK (("state" = 'closed') = ("closed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "safeguarding_entries" (
	"id" uuid PRIMARY KEY,
	"case_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"role" text NOT NULL,
	"author_id" uuid,
	"text" text,
	"quote" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "safeguarding_entries_number_unique" UNIQUE("case_id","number"),
	CONSTRAINT "safeguarding_entries_number_range" CHECK ("number" >= 1),
	CONSTRAINT "safeguarding_entries_kind_known" CHECK ("kind" in ('report', 'note', 'closed', 'reopened')),
	CONSTRAINT "safeguarding_entries_role_known" CHECK ("role" in ('staff', 'member', 'visitor', 'student', 'tutor')),
	CONSTRAINT "safeguarding_entries_text_length" CHECK (char_length("text") between 1 and 5000),
	CONSTRAINT "safeguarding_entries_quote_length" CHECK (char_length("quote") between 1 and 20000),
	CONSTRAINT "safeguarding_entries_text_given" CHECK ("kind" = 'report' or "text" is not null)
);
--> statement-breakpoint
CREATE TABLE "safeguarding_staff" (
	"user_id" uuid PRIMARY KEY,
	"named_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "guardian_consents_requested_unique" ON "guardian_consents" ("user_id") WHERE "state" = 'requested';--> statement-breakpoint
CREATE UNIQUE INDEX "guardian_consents_given_unique" ON "guardian_consents" ("user_id") WHERE "state" = 'given';--> statement-breakpoint
CREATE INDEX "guardian_consents_user" ON "guardian_consents" ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "guardian_consents_open" ON "guardian_consents" ("state","valid_until") WHERE "ended_at" is null;--> statement-breakpoint
CREATE INDEX "guardian_consents_ended" ON "guardian_consents" ("ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "safeguarding_cases_open_unique" ON "safeguarding_cases" ("subject_kind","subject_id") WHERE "state" = 'open';--> statement-breakpoint
CREATE INDEX "safeguarding_cases_newest" ON "safeguarding_cases" ("created_at","id");--> statement-breakpoint
CREATE INDEX "safeguarding_cases_state" ON "safeguarding_cases" ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "safeguarding_entries_author" ON "safeguarding_entries" ("author_id");--> statement-breakpoint
CREATE INDEX "safeguarding_staff_named_by" ON "safeguarding_staff" ("named_by");--> statement-breakpoint
ALTER TABLE "guardian_consents" ADD CONSTRAINT "guardian_consents_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "safeguarding_entries" ADD CONSTRAINT "safeguarding_entries_case_id_safeguarding_cases_id_fkey" FOREIGN KEY ("case_id") REFERENCES "safeguarding_cases"("id");--> statement-breakpoint
ALTER TABLE "safeguarding_entries" ADD CONSTRAINT "safeguarding_entries_author_id_users_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "safeguarding_staff" ADD CONSTRAINT "safeguarding_staff_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "safeguarding_staff" ADD CONSTRAINT "safeguarding_staff_named_by_users_id_fkey" FOREIGN KEY ("named_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'factor.added', 'factor.renamed', 'factor.removed', 'factor.codes_renewed', 'factor.code_used', 'factor.reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'picture.added', 'slot.created', 'slot.updated', 'slot.deleted', 'slot_series.created', 'slot_series.ended', 'tutor.created', 'tutor.updated', 'closed_day.saved', 'closed_day.deleted', 'donation.refunded', 'donation.receipt_sent', 'donation.statement_sent', 'donation.difference_settled', 'appointment.changed', 'appointment.calendar_restored', 'appointment.feedback_saved', 'certificate.revoked', 'course.published', 'course.unpublished', 'lesson.published', 'lesson.unpublished', 'lesson_text.published', 'lesson_text.draft_deleted', 'question.settled', 'question.reopened', 'group.created', 'group.updated', 'group.closed', 'group.opened', 'group.member_removed', 'group.member_restored', 'group.birth_year_deleted', 'group_post.removed', 'group_post.restored', 'group_report.settled', 'group_report.reopened', 'case.read', 'case.entry_added', 'case.closed', 'case.reopened', 'safeguarding_staff.named', 'safeguarding_staff.removed', 'list.exported', 'job.retried'));--> statement-breakpoint
CREATE FUNCTION guard_ended_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a consent that has ended stays as it was' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER guardian_consents_ended_stays BEFORE UPDATE ON "guardian_consents"
  FOR EACH ROW WHEN (old.ended_at IS NOT NULL) EXECUTE FUNCTION guard_ended_consent();--> statement-breakpoint
CREATE FUNCTION guard_case_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept_until timestamptz := now() - interval '7 years';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF new.author_id IS NULL AND to_jsonb(new) - 'author_id' = to_jsonb(old) - 'author_id' THEN
      RETURN new;
    END IF;
  ELSIF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'safeguarding_cases' THEN
    IF old.closed_at <= kept_until THEN
      RETURN old;
    END IF;
  ELSIF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM safeguarding_cases WHERE id = old.case_id AND closed_at <= kept_until) THEN
      RETURN old;
    END IF;
  END IF;
  RAISE EXCEPTION 'the record of a case cannot be changed' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER safeguarding_entries_fixed BEFORE UPDATE OR DELETE ON "safeguarding_entries"
  FOR EACH ROW EXECUTE FUNCTION guard_case_record();--> statement-breakpoint
CREATE TRIGGER safeguarding_cases_kept BEFORE DELETE ON "safeguarding_cases"
  FOR EACH ROW EXECUTE FUNCTION guard_case_record();--> statement-breakpoint
CREATE TRIGGER safeguarding_entries_kept BEFORE TRUNCATE ON "safeguarding_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION guard_case_record();
