CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- A text as it is searched: without case and without accents, so that kreyol finds Kreyòl; one blank between words.
-- Case is that of every script, whatever the database's own locale knows: ICU's, where it is built in.
DO $do$
DECLARE
	everywhere text := '';
BEGIN
	IF EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') THEN
		everywhere := ' COLLATE pg_catalog."und-x-icu"';
	END IF;
	EXECUTE format($fold$
		CREATE FUNCTION fold(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
			RETURN lower(regexp_replace(regexp_replace(normalize($1, NFD), U&'[\0300-\036F]', '', 'g'), '[\s-]+', ' ', 'g')%s)
	$fold$, everywhere);
END $do$;--> statement-breakpoint
CREATE TABLE "contact_replies" (
	"id" uuid PRIMARY KEY,
	"contact_id" uuid NOT NULL,
	"admin_id" uuid,
	"message" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_replies_message_length" CHECK (char_length("message") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "site_pictures" (
	"id" uuid PRIMARY KEY,
	"small" bytea NOT NULL,
	"large" bytea NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_id" uuid,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'chat.read', 'chat.responded', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'list.exported'))
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"name" text,
	"backend" integer,
	"amount" bigint NOT NULL,
	CONSTRAINT "tallies_pkey" PRIMARY KEY("name","backend")
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "state" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "team_members" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "team_members" ADD COLUMN "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "team_members" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "blog_posts" ALTER COLUMN "published_at" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" (fold(coalesce("last_name", '') || ' ' || coalesce("first_name", '')),"id");--> statement-breakpoint
CREATE INDEX "users_seen" ON "users" (coalesce("last_login_at", '-infinity'),"id");--> statement-breakpoint
CREATE INDEX "users_role" ON "users" ("role","created_at","id");--> statement-breakpoint
CREATE INDEX "users_closed" ON "users" ("created_at","id") WHERE not "approved";--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" ("id") WHERE "is_admin";--> statement-breakpoint
CREATE INDEX "donations_status" ON "donations" ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "donations_amount" ON "donations" ("amount","id");--> statement-breakpoint
CREATE INDEX "contact_replies_contact" ON "contact_replies" ("contact_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_replies_admin" ON "contact_replies" ("admin_id");--> statement-breakpoint
CREATE INDEX "contacts_state" ON "contacts" ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "contacts_subject" ON "contacts" ("subject","created_at","id");--> statement-breakpoint
CREATE INDEX "memberships_by_name" ON "memberships" (fold("name"),"id");--> statement-breakpoint
CREATE INDEX "memberships_program" ON "memberships" ("program","created_at","id");--> statement-breakpoint
CREATE INDEX "memberships_language" ON "memberships" ("language","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" ("actor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" ("subject_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" ("action","created_at","id");--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_contact_id_contacts_id_fkey" FOREIGN KEY ("contact_id") REFERENCES "contacts"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_admin_id_users_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_state_known" CHECK ("state" in ('new', 'answered', 'done'));--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es'));--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es'));--> statement-breakpoint
ALTER TABLE "blog_posts" ADD CONSTRAINT "blog_posts_version_range" CHECK ("version" >= 1);--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_version_range" CHECK ("version" >= 1);--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_version_range" CHECK ("version" >= 1);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search" text GENERATED ALWAYS AS (fold(
	coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("username", '') || ' ' || "email")) STORED;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "search" text GENERATED ALWAYS AS (fold(
	"name" || ' ' || "email" || ' ' || "message")) STORED;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "search" text GENERATED ALWAYS AS (fold(
	"name" || ' ' || "email" || ' ' || coalesce("location", '') || ' ' || coalesce("interests", ''))) STORED;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "search" text GENERATED ALWAYS AS (fold(
	coalesce("name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("message", ''))) STORED;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "search" text GENERATED ALWAYS AS (fold(
	"name" || ' ' || coalesce("email", '') || ' ' || "message")) STORED;--> statement-breakpoint
-- Whether a word is rare decides how it is looked for: the planner needs a good sample to know.
ALTER TABLE "users" ALTER COLUMN "search" SET STATISTICS 1000;--> statement-breakpoint
ALTER TABLE "contacts" ALTER COLUMN "search" SET STATISTICS 1000;--> statement-breakpoint
ALTER TABLE "memberships" ALTER COLUMN "search" SET STATISTICS 1000;--> statement-breakpoint
ALTER TABLE "donations" ALTER COLUMN "search" SET STATISTICS 1000;--> statement-breakpoint
ALTER TABLE "chat_messages" ALTER COLUMN "search" SET STATISTICS 1000;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contacts_search" ON "contacts" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "memberships_search" ON "memberships" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "donations_search" ON "donations" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "chat_messages_search" ON "chat_messages" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE FUNCTION tally(what text, change bigint) RETURNS void LANGUAGE sql AS $$
	INSERT INTO tallies (name, backend, amount) SELECT what, pg_backend_pid(), change WHERE change <> 0
	ON CONFLICT (name, backend) DO UPDATE SET amount = tallies.amount + excluded.amount
$$;--> statement-breakpoint
CREATE FUNCTION tally_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN PERFORM tally(tg_table_name, (SELECT count(*) FROM added));
	ELSE PERFORM tally(tg_table_name, (SELECT -count(*) FROM gone));
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_added" AFTER INSERT ON "users" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();--> statement-breakpoint
CREATE TRIGGER "users_gone" AFTER DELETE ON "users" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();--> statement-breakpoint
CREATE TRIGGER "contacts_added" AFTER INSERT ON "contacts" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();--> statement-breakpoint
CREATE TRIGGER "contacts_gone" AFTER DELETE ON "contacts" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();--> statement-breakpoint
CREATE TRIGGER "memberships_added" AFTER INSERT ON "memberships" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();--> statement-breakpoint
CREATE TRIGGER "memberships_gone" AFTER DELETE ON "memberships" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();--> statement-breakpoint
CREATE TRIGGER "audit_log_added" AFTER INSERT ON "audit_log" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();--> statement-breakpoint
CREATE FUNCTION tally_donations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	more bigint := 0; fewer bigint := 0; given bigint := 0; taken bigint := 0;
BEGIN
	IF tg_op <> 'DELETE' THEN
		SELECT count(*), coalesce(sum(amount) FILTER (WHERE status = 'succeeded'), 0) INTO more, given FROM added;
	END IF;
	IF tg_op <> 'INSERT' THEN
		SELECT count(*), coalesce(sum(amount) FILTER (WHERE status = 'succeeded'), 0) INTO fewer, taken FROM gone;
	END IF;
	PERFORM tally('donations', more - fewer);
	PERFORM tally('donations.succeeded', given - taken);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "donations_added" AFTER INSERT ON "donations" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_donations();--> statement-breakpoint
CREATE TRIGGER "donations_changed" AFTER UPDATE ON "donations" REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_donations();--> statement-breakpoint
CREATE TRIGGER "donations_gone" AFTER DELETE ON "donations" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_donations();--> statement-breakpoint
CREATE FUNCTION tally_chat_messages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	more bigint := 0; fewer bigint := 0; arrived bigint := 0; done bigint := 0;
BEGIN
	IF tg_op <> 'DELETE' THEN
		SELECT count(*), count(*) FILTER (WHERE NOT is_read) INTO more, arrived FROM added;
	END IF;
	IF tg_op <> 'INSERT' THEN
		SELECT count(*), count(*) FILTER (WHERE NOT is_read) INTO fewer, done FROM gone;
	END IF;
	PERFORM tally('chat_messages', more - fewer);
	PERFORM tally('chat_messages.unread', arrived - done);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "chat_messages_added" AFTER INSERT ON "chat_messages" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_chat_messages();--> statement-breakpoint
CREATE TRIGGER "chat_messages_changed" AFTER UPDATE ON "chat_messages" REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_chat_messages();--> statement-breakpoint
CREATE TRIGGER "chat_messages_gone" AFTER DELETE ON "chat_messages" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_chat_messages();--> statement-breakpoint
SELECT tally('users', (SELECT count(*) FROM users)), tally('contacts', (SELECT count(*) FROM contacts)),
	tally('memberships', (SELECT count(*) FROM memberships)), tally('donations', (SELECT count(*) FROM donations)),
	tally('donations.succeeded', (SELECT coalesce(sum(amount), 0) FROM donations WHERE status = 'succeeded')),
	tally('chat_messages', (SELECT count(*) FROM chat_messages)),
	tally('chat_messages.unread', (SELECT count(*) FROM chat_messages WHERE NOT is_read));
