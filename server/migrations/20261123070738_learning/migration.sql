CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY,
	"code" text NOT NULL CONSTRAINT "certificates_code_unique" UNIQUE,
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"name" text NOT NULL,
	"course_title" text NOT NULL,
	"course_title_en" text NOT NULL,
	"lesson_count" integer NOT NULL,
	"hours" integer NOT NULL,
	"language" text NOT NULL,
	"completed_at" timestamp(3) with time zone NOT NULL,
	"issued_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"revoked_reason" text,
	CONSTRAINT "certificates_code_known" CHECK ("code" ~ '^[0-9A-Z]{12}$'),
	CONSTRAINT "certificates_name_length" CHECK (char_length("name") between 1 and 100),
	CONSTRAINT "certificates_course_title_length" CHECK (char_length("course_title") between 1 and 100),
	CONSTRAINT "certificates_course_title_en_length" CHECK (char_length("course_title_en") between 1 and 100),
	CONSTRAINT "certificates_lesson_count_range" CHECK ("lesson_count" >= 1),
	CONSTRAINT "certificates_hours_range" CHECK ("hours" >= 1),
	CONSTRAINT "certificates_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es')),
	CONSTRAINT "certificates_revoked_reason_length" CHECK (char_length("revoked_reason") between 1 and 500),
	CONSTRAINT "certificates_revoked" CHECK (("revoked_at" is null) = ("revoked_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "exercise_results" (
	"user_id" uuid,
	"lesson_id" uuid,
	"course_id" uuid NOT NULL,
	"exercise_id" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"is_correct" boolean DEFAULT false NOT NULL,
	"is_first_try_correct" boolean DEFAULT false NOT NULL,
	"is_program" boolean DEFAULT false NOT NULL,
	"last_answered_at" timestamp(3) with time zone,
	"due_at" timestamp(3) with time zone,
	"card" jsonb,
	CONSTRAINT "exercise_results_pkey" PRIMARY KEY("user_id","lesson_id","exercise_id"),
	CONSTRAINT "exercise_results_exercise_id_length" CHECK (char_length("exercise_id") between 1 and 60),
	CONSTRAINT "exercise_results_tries_range" CHECK ("tries" >= 0)
);
--> statement-breakpoint
CREATE TABLE "learning_events" (
	"user_id" uuid,
	"id" uuid,
	"kind" text NOT NULL,
	"lesson_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"exercise_id" text,
	"is_correct" boolean,
	"is_review" boolean DEFAULT false NOT NULL,
	"position" text,
	"language" text,
	"seconds" integer DEFAULT 0 NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "learning_events_pkey" PRIMARY KEY("user_id","id"),
	CONSTRAINT "learning_events_kind_known" CHECK ("kind" in ('lesson.read', 'exercise.answered', 'lesson.completed')),
	CONSTRAINT "learning_events_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es')),
	CONSTRAINT "learning_events_exercise_id_length" CHECK (char_length("exercise_id") between 1 and 60),
	CONSTRAINT "learning_events_position_length" CHECK (char_length("position") between 1 and 60),
	CONSTRAINT "learning_events_seconds_range" CHECK ("seconds" between 0 and 14400),
	CONSTRAINT "learning_events_answer" CHECK (("kind" = 'exercise.answered') = ("exercise_id" is not null and "is_correct" is not null))
);
--> statement-breakpoint
CREATE TABLE "help_requests" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"exercise_id" text,
	"language" text NOT NULL,
	"question" text NOT NULL,
	"tries" jsonb NOT NULL,
	"message_id" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp(3) with time zone,
	CONSTRAINT "help_requests_exercise_id_length" CHECK (char_length("exercise_id") between 1 and 60),
	CONSTRAINT "help_requests_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es')),
	CONSTRAINT "help_requests_question_length" CHECK (char_length("question") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "course_texts" (
	"course_id" uuid,
	"language" text,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"parts" text[] NOT NULL,
	"about" text NOT NULL,
	"version" text NOT NULL,
	"source_version" text,
	"shipped_version" text,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_texts_pkey" PRIMARY KEY("course_id","language"),
	CONSTRAINT "course_texts_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es')),
	CONSTRAINT "course_texts_title_length" CHECK (char_length("title") between 1 and 100),
	CONSTRAINT "course_texts_description_length" CHECK (char_length("description") <= 300),
	CONSTRAINT "course_texts_version_required" CHECK (char_length("version") > 0)
);
--> statement-breakpoint
CREATE TABLE "lesson_drafts" (
	"lesson_id" uuid,
	"language" text,
	"content" text NOT NULL,
	"base_version" text,
	"version" uuid NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lesson_drafts_pkey" PRIMARY KEY("lesson_id","language"),
	CONSTRAINT "lesson_drafts_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es')),
	CONSTRAINT "lesson_drafts_content_length" CHECK (char_length("content") between 1 and 60001)
);
--> statement-breakpoint
CREATE TABLE "lesson_texts" (
	"lesson_id" uuid,
	"language" text,
	"title" text NOT NULL,
	"goal" text NOT NULL,
	"minutes" integer NOT NULL,
	"content" text NOT NULL,
	"blocks" jsonb NOT NULL,
	"version" text NOT NULL,
	"source_version" text,
	"shipped_version" text,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lesson_texts_pkey" PRIMARY KEY("lesson_id","language"),
	CONSTRAINT "lesson_texts_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es')),
	CONSTRAINT "lesson_texts_title_length" CHECK (char_length("title") between 1 and 100),
	CONSTRAINT "lesson_texts_goal_length" CHECK (char_length("goal") <= 300),
	CONSTRAINT "lesson_texts_minutes_range" CHECK ("minutes" between 1 and 60),
	CONSTRAINT "lesson_texts_version_required" CHECK (char_length("version") > 0)
);
--> statement-breakpoint
ALTER TABLE "achievements" ADD COLUMN "code" text DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "slug" text DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "is_shipped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "slug" text DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "part" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "kind" text DEFAULT 'text' NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "is_published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "is_shipped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_lesson_progress" ADD COLUMN "position" text;--> statement-breakpoint
ALTER TABLE "user_lesson_progress" ADD COLUMN "last_read_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "achievements" ADD CONSTRAINT "achievements_code_unique" UNIQUE("code");--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_slug_unique" UNIQUE("slug");--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_slug_unique" UNIQUE("course_id","slug");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_once" ON "certificates" ("user_id","course_id") WHERE "revoked_at" is null;--> statement-breakpoint
CREATE INDEX "certificates_course" ON "certificates" ("course_id");--> statement-breakpoint
CREATE INDEX "certificates_user" ON "certificates" ("user_id");--> statement-breakpoint
CREATE INDEX "certificates_newest" ON "certificates" ("issued_at","id");--> statement-breakpoint
CREATE INDEX "exercise_results_lesson" ON "exercise_results" ("lesson_id","course_id");--> statement-breakpoint
CREATE INDEX "exercise_results_due" ON "exercise_results" ("user_id","due_at") WHERE "due_at" is not null;--> statement-breakpoint
CREATE INDEX "learning_events_lesson" ON "learning_events" ("lesson_id","course_id");--> statement-breakpoint
CREATE INDEX "learning_events_of_user" ON "learning_events" ("user_id","lesson_id","occurred_at");--> statement-breakpoint
CREATE INDEX "help_requests_newest" ON "help_requests" ("created_at","id");--> statement-breakpoint
CREATE INDEX "help_requests_user" ON "help_requests" ("user_id");--> statement-breakpoint
CREATE INDEX "help_requests_lesson" ON "help_requests" ("lesson_id","course_id");--> statement-breakpoint
CREATE INDEX "help_requests_message" ON "help_requests" ("message_id");--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_course_id_courses_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "exercise_results" ADD CONSTRAINT "exercise_results_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "exercise_results" ADD CONSTRAINT "exercise_results_lesson_fkey" FOREIGN KEY ("lesson_id","course_id") REFERENCES "lessons"("id","course_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "learning_events" ADD CONSTRAINT "learning_events_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "learning_events" ADD CONSTRAINT "learning_events_lesson_fkey" FOREIGN KEY ("lesson_id","course_id") REFERENCES "lessons"("id","course_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "help_requests" ADD CONSTRAINT "help_requests_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "help_requests" ADD CONSTRAINT "help_requests_message_id_chat_messages_id_fkey" FOREIGN KEY ("message_id") REFERENCES "chat_messages"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "help_requests" ADD CONSTRAINT "help_requests_lesson_fkey" FOREIGN KEY ("lesson_id","course_id") REFERENCES "lessons"("id","course_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "course_texts" ADD CONSTRAINT "course_texts_course_id_courses_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lesson_drafts" ADD CONSTRAINT "lesson_drafts_lesson_id_lessons_id_fkey" FOREIGN KEY ("lesson_id") REFERENCES "lessons"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lesson_texts" ADD CONSTRAINT "lesson_texts_lesson_id_lessons_id_fkey" FOREIGN KEY ("lesson_id") REFERENCES "lessons"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_slug_known" CHECK ("slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length("slug") <= 60);--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_position_range" CHECK ("position" >= 0);--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_slug_known" CHECK ("slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length("slug") <= 60);--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_part_range" CHECK ("part" >= 1);--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_kind_known" CHECK ("kind" in ('text', 'code'));--> statement-breakpoint
ALTER TABLE "user_lesson_progress" ADD CONSTRAINT "user_lesson_progress_position_length" CHECK (char_length("position") between 1 and 60);--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'factor.added', 'factor.renamed', 'factor.removed', 'factor.codes_renewed', 'factor.code_used', 'factor.reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'picture.added', 'slot.created', 'slot.updated', 'slot.deleted', 'slot_series.created', 'slot_series.ended', 'tutor.created', 'tutor.updated', 'closed_day.saved', 'closed_day.deleted', 'donation.refunded', 'donation.receipt_sent', 'donation.statement_sent', 'donation.difference_settled', 'appointment.changed', 'appointment.calendar_restored', 'appointment.feedback_saved', 'certificate.revoked', 'course.published', 'course.unpublished', 'lesson.published', 'lesson.unpublished', 'lesson_text.published', 'lesson_text.draft_deleted', 'list.exported', 'job.retried'));