CREATE TABLE "newsletter_choices" (
	"address_hash" text PRIMARY KEY,
	"newsletter_topics" text[] DEFAULT '{programs,events,stories,giving}'::text[] NOT NULL,
	"newsletters_ended" text,
	"newsletters_ended_at" timestamp(3) with time zone,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletter_choices_address_hash_hashed" CHECK ("address_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "newsletter_choices_newsletter_topics_known" CHECK ("newsletter_topics" <@ array['programs', 'events', 'stories', 'giving']),
	CONSTRAINT "newsletter_choices_newsletters_ended_known" CHECK ("newsletters_ended" in ('left', 'removed', 'bounced')),
	CONSTRAINT "newsletter_choices_newsletters_ended" CHECK (num_nonnulls("newsletters_ended", "newsletters_ended_at") in (0, 2))
);
--> statement-breakpoint
CREATE TABLE "newsletter_emails" (
	"newsletter_id" uuid,
	"membership_id" uuid,
	"language" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"queued_at" timestamp(3) with time zone,
	"sent_at" timestamp(3) with time zone,
	"left_at" timestamp(3) with time zone,
	CONSTRAINT "newsletter_emails_pkey" PRIMARY KEY("newsletter_id","membership_id"),
	CONSTRAINT "newsletter_emails_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es')),
	CONSTRAINT "newsletter_emails_state_known" CHECK ("state" in ('waiting', 'queued', 'sent', 'failed', 'bounced', 'skipped')),
	CONSTRAINT "newsletter_emails_sent" CHECK (("state" = 'sent') = ("sent_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "newsletters" (
	"id" uuid PRIMARY KEY,
	"topic" text NOT NULL,
	"program" text,
	"subject_en" text NOT NULL,
	"content_en" text NOT NULL,
	"subject_fr" text,
	"content_fr" text,
	"subject_ht" text,
	"content_ht" text,
	"subject_es" text,
	"content_es" text,
	"state" text DEFAULT 'draft' NOT NULL,
	"scheduled_at" timestamp(3) with time zone,
	"started_at" timestamp(3) with time zone,
	"finished_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	CONSTRAINT "newsletters_topic_known" CHECK ("topic" in ('programs', 'events', 'stories', 'giving')),
	CONSTRAINT "newsletters_program_known" CHECK ("program" in ('coding', 'languages', 'mentorship', 'community', 'general')),
	CONSTRAINT "newsletters_state_known" CHECK ("state" in ('draft', 'scheduled', 'sending', 'stopped', 'sent')),
	CONSTRAINT "newsletters_version_range" CHECK ("version" >= 1),
	CONSTRAINT "newsletters_subject_en_length" CHECK (char_length("subject_en") between 1 and 150),
	CONSTRAINT "newsletters_subject_fr_length" CHECK (char_length("subject_fr") between 1 and 150),
	CONSTRAINT "newsletters_subject_ht_length" CHECK (char_length("subject_ht") between 1 and 150),
	CONSTRAINT "newsletters_subject_es_length" CHECK (char_length("subject_es") between 1 and 150),
	CONSTRAINT "newsletters_content_en_length" CHECK (char_length("content_en") between 1 and 10000),
	CONSTRAINT "newsletters_content_fr_length" CHECK (char_length("content_fr") between 1 and 10000),
	CONSTRAINT "newsletters_content_ht_length" CHECK (char_length("content_ht") between 1 and 10000),
	CONSTRAINT "newsletters_content_es_length" CHECK (char_length("content_es") between 1 and 10000),
	CONSTRAINT "newsletters_whole" CHECK (num_nonnulls("subject_fr", "content_fr") in (0, 2)
        and num_nonnulls("subject_ht", "content_ht") in (0, 2)
        and num_nonnulls("subject_es", "content_es") in (0, 2)),
	CONSTRAINT "newsletters_scheduled" CHECK ("state" <> 'scheduled' or "scheduled_at" is not null),
	CONSTRAINT "newsletters_started" CHECK (("state" in ('sending', 'stopped', 'sent')) = ("started_at" is not null)),
	CONSTRAINT "newsletters_finished" CHECK (("state" = 'sent') = ("finished_at" is not null)),
	CONSTRAINT "newsletters_deleted" CHECK ("deleted_at" is null or "state" = 'draft')
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "newsletter_topics" text[] DEFAULT '{programs,events,stories,giving}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "newsletters_ended" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "newsletters_ended_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "newsletter_emails_member" ON "newsletter_emails" ("membership_id");--> statement-breakpoint
CREATE INDEX "newsletter_emails_open" ON "newsletter_emails" ("newsletter_id","state") WHERE "state" in ('waiting', 'queued');--> statement-breakpoint
CREATE INDEX "newsletters_sending" ON "newsletters" ("started_at") WHERE "state" = 'sending';--> statement-breakpoint
ALTER TABLE "newsletter_emails" ADD CONSTRAINT "newsletter_emails_newsletter_id_newsletters_id_fkey" FOREIGN KEY ("newsletter_id") REFERENCES "newsletters"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "newsletter_emails" ADD CONSTRAINT "newsletter_emails_membership_id_memberships_id_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_newsletter_topics_known" CHECK ("newsletter_topics" <@ array['programs', 'events', 'stories', 'giving']);--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_newsletters_ended_known" CHECK ("newsletters_ended" in ('left', 'removed', 'bounced'));--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_newsletters_ended" CHECK (num_nonnulls("newsletters_ended", "newsletters_ended_at") in (0, 2));--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'factor.added', 'factor.renamed', 'factor.removed', 'factor.codes_renewed', 'factor.code_used', 'factor.reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'membership.deleted', 'membership.restored', 'membership.imported', 'membership.import_undone', 'membership.newsletters_ended', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'chat.deleted', 'chat.restored', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'newsletter.created', 'newsletter.updated', 'newsletter.deleted', 'newsletter.restored', 'newsletter.scheduled', 'newsletter.unscheduled', 'newsletter.sent', 'newsletter.stopped', 'newsletter.resumed', 'picture.added', 'slot.created', 'slot.updated', 'slot.deleted', 'slot_series.created', 'slot_series.ended', 'tutor.created', 'tutor.updated', 'screening.viewed', 'screening.recorded', 'screening.confirmed', 'screening.withdrawn', 'closed_day.saved', 'closed_day.deleted', 'donation.refunded', 'donation.receipt_sent', 'donation.statement_sent', 'donation.difference_settled', 'appointment.changed', 'appointment.proposed', 'appointment.calendar_restored', 'appointment.feedback_saved', 'certificate.revoked', 'hours_proof.revoked', 'course.published', 'course.unpublished', 'lesson.published', 'lesson.unpublished', 'lesson_text.published', 'lesson_text.draft_deleted', 'question.settled', 'question.reopened', 'group.created', 'group.updated', 'group.closed', 'group.opened', 'group.member_removed', 'group.member_restored', 'group.birth_year_deleted', 'group_post.removed', 'group_post.restored', 'group_report.settled', 'group_report.reopened', 'application.viewed', 'application.changed', 'consent.viewed', 'case.read', 'case.entry_added', 'case.closed', 'case.reopened', 'safeguarding_staff.named', 'safeguarding_staff.removed', 'list.exported', 'job.retried'));