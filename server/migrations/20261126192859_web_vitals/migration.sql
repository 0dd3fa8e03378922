CREATE TABLE "web_vitals" (
	"day" date,
	"page" text,
	"language" text,
	"line" text,
	"metric" text,
	"bound" integer,
	"visits" integer NOT NULL,
	CONSTRAINT "web_vitals_pkey" PRIMARY KEY("day","page","language","line","metric","bound"),
	CONSTRAINT "web_vitals_page_length" CHECK (char_length("page") between 1 and 60),
	CONSTRAINT "web_vitals_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es')),
	CONSTRAINT "web_vitals_line_known" CHECK ("line" in ('slow-2g', '2g', '3g', '4g', 'unknown')),
	CONSTRAINT "web_vitals_metric_known" CHECK ("metric" in ('LCP', 'INP', 'CLS', 'TTFB')),
	CONSTRAINT "web_vitals_bound_range" CHECK ("bound" >= 1),
	CONSTRAINT "web_vitals_visits_range" CHECK ("visits" >= 1)
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'factor.added', 'factor.renamed', 'factor.removed', 'factor.codes_renewed', 'factor.code_used', 'factor.reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'membership.deleted', 'membership.restored', 'membership.imported', 'membership.import_undone', 'membership.newsletters_ended', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'chat.deleted', 'chat.restored', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'newsletter.created', 'newsletter.updated', 'newsletter.deleted', 'newsletter.restored', 'newsletter.scheduled', 'newsletter.unscheduled', 'newsletter.sent', 'newsletter.stopped', 'newsletter.resumed', 'picture.added', 'slot.created', 'slot.updated', 'slot.deleted', 'slot_series.created', 'slot_series.ended', 'tutor.created', 'tutor.updated', 'screening.viewed', 'screening.recorded', 'screening.confirmed', 'screening.withdrawn', 'closed_day.saved', 'closed_day.deleted', 'opening_hours.saved', 'donation.refunded', 'donation.receipt_sent', 'donation.statement_sent', 'donation.difference_settled', 'donation.monthly_stopped', 'appointment.changed', 'appointment.proposed', 'appointment.calendar_restored', 'appointment.feedback_saved', 'certificate.revoked', 'hours_proof.revoked', 'course.published', 'course.unpublished', 'lesson.published', 'lesson.unpublished', 'lesson_text.published', 'lesson_text.draft_deleted', 'question.settled', 'question.reopened', 'group.created', 'group.updated', 'group.closed', 'group.opened', 'group.member_removed', 'group.member_restored', 'group.birth_year_deleted', 'group_post.removed', 'group_post.restored', 'group_report.settled', 'group_report.reopened', 'application.viewed', 'application.changed', 'consent.viewed', 'case.read', 'case.entry_added', 'case.closed', 'case.reopened', 'safeguarding_staff.named', 'safeguarding_staff.removed', 'retention.changed', 'list.exported', 'job.retried'));