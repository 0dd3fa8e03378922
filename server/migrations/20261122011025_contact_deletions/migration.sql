ALTER TABLE "contacts" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "contacts_deleted" ON "contacts" ("deleted_at") WHERE "deleted_at" is not null;--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'picture.added', 'list.exported'));--> statement-breakpoint
-- What is deleted counts no longer, also while that can be undone.
CREATE FUNCTION tally_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	more bigint := 0; fewer bigint := 0;
BEGIN
	IF tg_op <> 'DELETE' THEN SELECT count(*) INTO more FROM added WHERE deleted_at IS NULL; END IF;
	IF tg_op <> 'INSERT' THEN SELECT count(*) INTO fewer FROM gone WHERE deleted_at IS NULL; END IF;
	PERFORM tally('contacts', more - fewer);
	RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER "contacts_added" ON "contacts";--> statement-breakpoint
DROP TRIGGER "contacts_gone" ON "contacts";--> statement-breakpoint
CREATE TRIGGER "contacts_added" AFTER INSERT ON "contacts" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_contacts();--> statement-breakpoint
CREATE TRIGGER "contacts_changed" AFTER UPDATE ON "contacts" REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_contacts();--> statement-breakpoint
CREATE TRIGGER "contacts_gone" AFTER DELETE ON "contacts" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_contacts();
