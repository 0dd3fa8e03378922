CREATE TABLE "birth_years" (
	"user_id" uuid PRIMARY KEY,
	"birth_year" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "birth_years_birth_year_range" CHECK ("birth_year" between 1900 and 2100)
);
--> statement-breakpoint
CREATE TABLE "study_group_blocks" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"hidden_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "study_group_blocks_once" UNIQUE("user_id","hidden_id"),
	CONSTRAINT "study_group_blocks_other" CHECK ("user_id" <> "hidden_id")
);
--> statement-breakpoint
CREATE TABLE "study_group_members" (
	"id" uuid PRIMARY KEY,
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"joined_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp(3) with time zone,
	CONSTRAINT "study_group_members_once" UNIQUE("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "study_group_posts" (
	"id" uuid PRIMARY KEY,
	"group_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"author_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp(3) with time zone,
	"removed_by" uuid,
	"removed_reason" text,
	CONSTRAINT "study_group_posts_sequence_unique" UNIQUE("group_id","sequence"),
	CONSTRAINT "study_group_posts_client_id_unique" UNIQUE("author_id","client_id"),
	CONSTRAINT "study_group_posts_sequence_range" CHECK ("sequence" >= 1),
	CONSTRAINT "study_group_posts_message_length" CHECK (char_length("message") between 1 and 2000),
	CONSTRAINT "study_group_posts_removed_reason_length" CHECK (char_length("removed_reason") between 1 and 500),
	CONSTRAINT "study_group_posts_removed" CHECK (("removed_at" is null) = ("removed_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "study_group_reports" (
	"id" uuid PRIMARY KEY,
	"group_id" uuid NOT NULL,
	"post_id" uuid,
	"author_id" uuid,
	"reporter_id" uuid,
	"source" text DEFAULT 'member' NOT NULL,
	"quote" text NOT NULL,
	"reason" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp(3) with time zone,
	CONSTRAINT "study_group_reports_once" UNIQUE("post_id","reporter_id"),
	CONSTRAINT "study_group_reports_source_known" CHECK ("source" in ('member', 'detector')),
	CONSTRAINT "study_group_reports_quote_length" CHECK (char_length("quote") between 1 and 2000),
	CONSTRAINT "study_group_reports_reason_length" CHECK (char_length("reason") between 1 and 500),
	CONSTRAINT "study_group_reports_reason_given" CHECK (("source" = 'detector') = ("reason" is null))
);
--> statement-breakpoint
CREATE TABLE "study_group_texts" (
	"group_id" uuid,
	"language" text,
	"name" text NOT NULL,
	"description" text NOT NULL,
	CONSTRAINT "study_group_texts_pkey" PRIMARY KEY("group_id","language"),
	CONSTRAINT "study_group_texts_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es')),
	CONSTRAINT "study_group_texts_name_length" CHECK (char_length("name") between 1 and 100),
	CONSTRAINT "study_group_texts_description_length" CHECK (char_length("description") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "study_groups" (
	"id" uuid PRIMARY KEY,
	"capacity" integer NOT NULL,
	"member_count" integer DEFAULT 0 NOT NULL,
	"last_sequence" integer DEFAULT 0 NOT NULL,
	"mentor_id" uuid,
	"mentor_screened_until" timestamp(3) with time zone,
	"meeting_id" uuid,
	"meeting_revision" integer DEFAULT 0 NOT NULL,
	"meeting_starts_at" timestamp(3) with time zone,
	"meeting_minutes" integer,
	"meeting_time_zone" text,
	"meeting_url" text,
	"closed_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "study_groups_capacity_range" CHECK ("capacity" between 2 and 200),
	CONSTRAINT "study_groups_members" CHECK ("member_count" between 0 and "capacity"),
	CONSTRAINT "study_groups_last_sequence_range" CHECK ("last_sequence" >= 0),
	CONSTRAINT "study_groups_meeting_minutes_range" CHECK ("meeting_minutes" between 15 and 240),
	CONSTRAINT "study_groups_meeting_revision_range" CHECK ("meeting_revision" >= 0),
	CONSTRAINT "study_groups_meeting_time_zone_length" CHECK (char_length("meeting_time_zone") between 1 and 64),
	CONSTRAINT "study_groups_meeting_url_address" CHECK ("meeting_url" ~ '^https://[^[:space:]]+$'),
	CONSTRAINT "study_groups_meeting" CHECK (num_nonnulls("meeting_id", "meeting_starts_at", "meeting_minutes", "meeting_time_zone")
        in (0, 4) and ("meeting_url" is null or "meeting_id" is not null)),
	CONSTRAINT "study_groups_version_range" CHECK ("version" >= 1)
);
--> statement-breakpoint
CREATE INDEX "study_group_blocks_hidden" ON "study_group_blocks" ("hidden_id");--> statement-breakpoint
CREATE INDEX "study_group_members_user" ON "study_group_members" ("user_id");--> statement-breakpoint
CREATE INDEX "study_group_members_newest" ON "study_group_members" ("group_id","joined_at","id");--> statement-breakpoint
CREATE INDEX "study_group_posts_newest" ON "study_group_posts" ("group_id","created_at","id");--> statement-breakpoint
CREATE INDEX "study_group_posts_removed_by" ON "study_group_posts" ("removed_by");--> statement-breakpoint
CREATE INDEX "study_group_reports_newest" ON "study_group_reports" ("created_at","id");--> statement-breakpoint
CREATE INDEX "study_group_reports_open" ON "study_group_reports" ("created_at","id") WHERE "settled_at" is null;--> statement-breakpoint
CREATE INDEX "study_group_reports_group" ON "study_group_reports" ("group_id");--> statement-breakpoint
CREATE INDEX "study_group_reports_author" ON "study_group_reports" ("author_id");--> statement-breakpoint
CREATE INDEX "study_group_reports_reporter" ON "study_group_reports" ("reporter_id");--> statement-breakpoint
CREATE INDEX "study_groups_newest" ON "study_groups" ("created_at","id");--> statement-breakpoint
CREATE INDEX "study_groups_mentor" ON "study_groups" ("mentor_id");--> statement-breakpoint
ALTER TABLE "birth_years" ADD CONSTRAINT "birth_years_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "study_group_blocks" ADD CONSTRAINT "study_group_blocks_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "study_group_blocks" ADD CONSTRAINT "study_group_blocks_hidden_id_users_id_fkey" FOREIGN KEY ("hidden_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "study_group_members" ADD CONSTRAINT "study_group_members_group_id_study_groups_id_fkey" FOREIGN KEY ("group_id") REFERENCES "study_groups"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "study_group_members" ADD CONSTRAINT "study_group_members_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "study_group_posts" ADD CONSTRAINT "study_group_posts_group_id_study_groups_id_fkey" FOREIGN KEY ("group_id") REFERENCES "study_groups"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "study_group_posts" ADD CONSTRAINT "study_group_posts_author_id_users_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "study_group_posts" ADD CONSTRAINT "study_group_posts_removed_by_users_id_fkey" FOREIGN KEY ("removed_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "study_group_reports" ADD CONSTRAINT "study_group_reports_group_id_study_groups_id_fkey" FOREIGN KEY ("group_id") REFERENCES "study_groups"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "study_group_reports" ADD CONSTRAINT "study_group_reports_post_id_study_group_posts_id_fkey" FOREIGN KEY ("post_id") REFERENCES "study_group_posts"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "study_group_reports" ADD CONSTRAINT "study_group_reports_author_id_users_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "study_group_reports" ADD CONSTRAINT "study_group_reports_reporter_id_users_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "study_group_texts" ADD CONSTRAINT "study_group_texts_group_id_study_groups_id_fkey" FOREIGN KEY ("group_id") REFERENCES "study_groups"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "study_groups" ADD CONSTRAINT "study_groups_mentor_id_users_id_fkey" FOREIGN KEY ("mentor_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'factor.added', 'factor.renamed', 'factor.removed', 'factor.codes_renewed', 'factor.code_used', 'factor.reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'picture.added', 'slot.created', 'slot.updated', 'slot.deleted', 'slot_series.created', 'slot_series.ended', 'tutor.created', 'tutor.updated', 'closed_day.saved', 'closed_day.deleted', 'donation.refunded', 'donation.receipt_sent', 'donation.statement_sent', 'donation.difference_settled', 'appointment.changed', 'appointment.calendar_restored', 'appointment.feedback_saved', 'certificate.revoked', 'course.published', 'course.unpublished', 'lesson.published', 'lesson.unpublished', 'lesson_text.published', 'lesson_text.draft_deleted', 'question.settled', 'question.reopened', 'group.created', 'group.updated', 'group.closed', 'group.opened', 'group.member_removed', 'group.member_restored', 'group.birth_year_deleted', 'group_post.removed', 'group_post.restored', 'group_report.settled', 'group_report.reopened', 'list.exported', 'job.retried'));