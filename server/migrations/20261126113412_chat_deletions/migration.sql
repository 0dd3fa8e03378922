ALTER TABLE "chat_messages" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_threads" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "chat_threads_deleted" ON "chat_threads" ("deleted_at") WHERE "deleted_at" is not null;--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'factor.added', 'factor.renamed', 'factor.removed', 'factor.codes_renewed', 'factor.code_used', 'factor.reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'membership.deleted', 'membership.restored', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'chat.deleted', 'chat.restored', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'picture.added', 'slot.created', 'slot.updated', 'slot.deleted', 'slot_series.created', 'slot_series.ended', 'tutor.created', 'tutor.updated', 'screening.viewed', 'screening.recorded', 'screening.confirmed', 'screening.withdrawn', 'closed_day.saved', 'closed_day.deleted', 'donation.refunded', 'donation.receipt_sent', 'donation.statement_sent', 'donation.difference_settled', 'appointment.changed', 'appointment.proposed', 'appointment.calendar_restored', 'appointment.feedback_saved', 'certificate.revoked', 'hours_proof.revoked', 'course.published', 'course.unpublished', 'lesson.published', 'lesson.unpublished', 'lesson_text.published', 'lesson_text.draft_deleted', 'question.settled', 'question.reopened', 'group.created', 'group.updated', 'group.closed', 'group.opened', 'group.member_removed', 'group.member_restored', 'group.birth_year_deleted', 'group_post.removed', 'group_post.restored', 'group_report.settled', 'group_report.reopened', 'application.viewed', 'application.changed', 'consent.viewed', 'case.read', 'case.entry_added', 'case.closed', 'case.reopened', 'safeguarding_staff.named', 'safeguarding_staff.removed', 'list.exported', 'job.retried'));--> statement-breakpoint
-- Messages of a deleted conversation count no longer, also while that can be undone.
CREATE OR REPLACE FUNCTION tally_chat_messages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	more bigint := 0; fewer bigint := 0; arrived bigint := 0; done bigint := 0;
BEGIN
	IF tg_op <> 'DELETE' THEN
		SELECT count(*), count(*) FILTER (WHERE NOT is_read) INTO more, arrived FROM added WHERE deleted_at IS NULL;
	END IF;
	IF tg_op <> 'INSERT' THEN
		SELECT count(*), count(*) FILTER (WHERE NOT is_read) INTO fewer, done FROM gone WHERE deleted_at IS NULL;
	END IF;
	PERFORM tally('chat_messages', more - fewer);
	PERFORM tally('chat_messages.unread', arrived - done);
	RETURN NULL;
END $$;
