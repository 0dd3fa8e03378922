CREATE TABLE "device_codes" (
	"user_id" uuid PRIMARY KEY,
	"sid" text NOT NULL,
	"code_hash" text NOT NULL,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_codes_code_hash_hashed" CHECK ("code_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "device_codes_code_tries_range" CHECK ("code_tries" between 0 and 5)
);
--> statement-breakpoint
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
CREATE TABLE "screening_steps" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"step" text NOT NULL,
	"reference" text,
	"valid_until" timestamp(3) with time zone NOT NULL,
	"recorded_by" uuid,
	"recorded_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"confirmed_by" uuid,
	"confirmed_at" timestamp(3) with time zone,
	"withdrawn_by" uuid,
	"withdrawn_at" timestamp(3) with time zone,
	"withdrawal_reason" text,
	CONSTRAINT "screening_steps_step_known" CHECK ("step" in ('identity', 'references', 'background_check', 'safeguarding_course', 'interview')),
	CONSTRAINT "screening_steps_reference_length" CHECK (char_length("reference") between 1 and 100),
	CONSTRAINT "screening_steps_withdrawal_reason_length" CHECK (char_length("withdrawal_reason") between 1 and 500),
	CONSTRAINT "screening_steps_two_people" CHECK ("confirmed_by" <> "recorded_by"),
	CONSTRAINT "screening_steps_not_own" CHECK ("user_id" <> "recorded_by" and "user_id" <> "confirmed_by"),
	CONSTRAINT "screening_steps_confirmed" CHECK ("confirmed_at" is not null or "confirmed_by" is null),
	CONSTRAINT "screening_steps_withdrawn" CHECK (("withdrawn_at" is null) = ("withdrawal_reason" is null)
        and ("withdrawn_at" is not null or "withdrawn_by" is null))
);
--> statement-breakpoint
CREATE TABLE "screenings" (
	"user_id" uuid PRIMARY KEY,
	"screened_until" timestamp(3) with time zone,
	"reminded_days" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "screenings_reminded_days_known" CHECK ("reminded_days" in (30, 7))
);
--> statement-breakpoint
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
CREATE TABLE "ambassador_counts" (
	"user_id" uuid,
	"day" date,
	"joined" integer NOT NULL,
	CONSTRAINT "ambassador_counts_pkey" PRIMARY KEY("user_id","day"),
	CONSTRAINT "ambassador_counts_joined_range" CHECK ("joined" >= 1)
);
--> statement-breakpoint
CREATE TABLE "ambassador_links" (
	"user_id" uuid PRIMARY KEY,
	"code" text NOT NULL CONSTRAINT "ambassador_links_code_unique" UNIQUE,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ambassador_links_code_form" CHECK ("code" ~ '^([bdfklmnrstv][aeio]){4}[2-9]{3}$')
);
--> statement-breakpoint
ALTER TABLE "volunteer_applications" DROP CONSTRAINT "volunteer_applications_status_required";--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "digest" text;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "consented_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "next_step" text;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "next_step_on" date;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "status_changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "tutors" ADD COLUMN "languages" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "tutors" ADD COLUMN "subjects" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_digest_unique" UNIQUE("digest");--> statement-breakpoint
CREATE INDEX "device_codes_sid" ON "device_codes" ("sid");--> statement-breakpoint
CREATE INDEX "device_codes_expires" ON "device_codes" ("expires_at");--> statement-breakpoint
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
CREATE UNIQUE INDEX "screening_steps_counting_once" ON "screening_steps" ("user_id","step") WHERE "confirmed_at" is not null and "withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "screening_steps_waiting_once" ON "screening_steps" ("user_id","step") WHERE "confirmed_at" is null and "withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "screening_steps_user" ON "screening_steps" ("user_id");--> statement-breakpoint
CREATE INDEX "screening_steps_recorded_by" ON "screening_steps" ("recorded_by");--> statement-breakpoint
CREATE INDEX "screening_steps_confirmed_by" ON "screening_steps" ("confirmed_by");--> statement-breakpoint
CREATE INDEX "screening_steps_withdrawn_by" ON "screening_steps" ("withdrawn_by");--> statement-breakpoint
CREATE INDEX "screenings_ending" ON "screenings" ("screened_until");--> statement-breakpoint
CREATE INDEX "volunteer_applications_user" ON "volunteer_applications" ("user_id");--> statement-breakpoint
CREATE INDEX "volunteer_applications_status" ON "volunteer_applications" ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "volunteer_applications_next_step" ON "volunteer_applications" (coalesce("next_step_on" - date '2000-01-01', 2147483647),"id");--> statement-breakpoint
CREATE INDEX "volunteer_applications_email" ON "volunteer_applications" (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "volunteer_applications_open_unique" ON "volunteer_applications" ("user_id","role") WHERE "status" in ('new', 'interview', 'screening', 'training');--> statement-breakpoint
CREATE INDEX "hours_proofs_newest" ON "hours_proofs" ("issued_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "session_proposals_open_unique" ON "session_proposals" ("appointment_id") WHERE "state" = 'open';--> statement-breakpoint
CREATE INDEX "session_proposals_newest" ON "session_proposals" ("appointment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "session_proposals_tutor" ON "session_proposals" ("tutor_id");--> statement-breakpoint
CREATE INDEX "session_proposals_proposed_by" ON "session_proposals" ("proposed_by");--> statement-breakpoint
ALTER TABLE "device_codes" ADD CONSTRAINT "device_codes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "device_codes" ADD CONSTRAINT "device_codes_sid_sessions_sid_fkey" FOREIGN KEY ("sid") REFERENCES "sessions"("sid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "guardian_consents" ADD CONSTRAINT "guardian_consents_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "safeguarding_entries" ADD CONSTRAINT "safeguarding_entries_case_id_safeguarding_cases_id_fkey" FOREIGN KEY ("case_id") REFERENCES "safeguarding_cases"("id");--> statement-breakpoint
ALTER TABLE "safeguarding_entries" ADD CONSTRAINT "safeguarding_entries_author_id_users_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "safeguarding_staff" ADD CONSTRAINT "safeguarding_staff_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "safeguarding_staff" ADD CONSTRAINT "safeguarding_staff_named_by_users_id_fkey" FOREIGN KEY ("named_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "screening_steps" ADD CONSTRAINT "screening_steps_user_id_screenings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "screenings"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "screening_steps" ADD CONSTRAINT "screening_steps_recorded_by_users_id_fkey" FOREIGN KEY ("recorded_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "screening_steps" ADD CONSTRAINT "screening_steps_confirmed_by_users_id_fkey" FOREIGN KEY ("confirmed_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "screening_steps" ADD CONSTRAINT "screening_steps_withdrawn_by_users_id_fkey" FOREIGN KEY ("withdrawn_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "screenings" ADD CONSTRAINT "screenings_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "hours_proofs" ADD CONSTRAINT "hours_proofs_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "session_proposals" ADD CONSTRAINT "session_proposals_appointment_id_appointments_id_fkey" FOREIGN KEY ("appointment_id") REFERENCES "appointments"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "session_proposals" ADD CONSTRAINT "session_proposals_tutor_id_tutors_user_id_fkey" FOREIGN KEY ("tutor_id") REFERENCES "tutors"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "session_proposals" ADD CONSTRAINT "session_proposals_proposed_by_users_id_fkey" FOREIGN KEY ("proposed_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "ambassador_counts" ADD CONSTRAINT "ambassador_counts_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ambassador_links" ADD CONSTRAINT "ambassador_links_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_digest_hashed" CHECK ("digest" ~ '^[0-9a-f]{64}$');--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_phone_length" CHECK (char_length("phone") <= 40);--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_country_length" CHECK (char_length("country") <= 100);--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_status_known" CHECK ("status" in ('new', 'interview', 'screening', 'training', 'active', 'paused', 'alumni', 'declined'));--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es'));--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_next_step_length" CHECK (char_length("next_step") between 1 and 200);--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_next_step_dated" CHECK (("next_step" is null) = ("next_step_on" is null));--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_version_range" CHECK ("version" >= 1);--> statement-breakpoint
ALTER TABLE "tutors" ADD CONSTRAINT "tutors_languages_known" CHECK ("languages" <@ array['en', 'fr', 'ht', 'es']);--> statement-breakpoint
ALTER TABLE "tutors" ADD CONSTRAINT "tutors_subjects_known" CHECK ("subjects" <@ array['coding', 'language', 'career', 'general']);--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'factor.added', 'factor.renamed', 'factor.removed', 'factor.codes_renewed', 'factor.code_used', 'factor.reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'picture.added', 'slot.created', 'slot.updated', 'slot.deleted', 'slot_series.created', 'slot_series.ended', 'tutor.created', 'tutor.updated', 'screening.recorded', 'screening.confirmed', 'screening.withdrawn', 'closed_day.saved', 'closed_day.deleted', 'donation.refunded', 'donation.receipt_sent', 'donation.statement_sent', 'donation.difference_settled', 'appointment.changed', 'appointment.proposed', 'appointment.calendar_restored', 'appointment.feedback_saved', 'certificate.revoked', 'hours_proof.revoked', 'course.published', 'course.unpublished', 'lesson.published', 'lesson.unpublished', 'lesson_text.published', 'lesson_text.draft_deleted', 'question.settled', 'question.reopened', 'group.created', 'group.updated', 'group.closed', 'group.opened', 'group.member_removed', 'group.member_restored', 'group.birth_year_deleted', 'group_post.removed', 'group_post.restored', 'group_report.settled', 'group_report.reopened', 'application.viewed', 'application.changed', 'case.read', 'case.entry_added', 'case.closed', 'case.reopened', 'safeguarding_staff.named', 'safeguarding_staff.removed', 'list.exported', 'job.retried'));--> statement-breakpoint
CREATE INDEX "volunteer_applications_search" ON "volunteer_applications" USING gin (fold("first_name" || ' ' || "last_name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "hours_proofs_search" ON "hours_proofs" USING gin (fold("name" || ' ' || "code") gin_trgm_ops);--> statement-breakpoint
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
