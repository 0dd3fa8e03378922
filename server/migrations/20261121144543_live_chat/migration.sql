CREATE TABLE "chat_keys" (
	"key_hash" text PRIMARY KEY,
	"thread_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_keys_key_hash_hashed" CHECK ("key_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "chat_staff" (
	"user_id" uuid PRIMARY KEY,
	"seen_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_threads" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid CONSTRAINT "chat_threads_user_unique" UNIQUE,
	"name" text NOT NULL,
	"email" text,
	"language" text DEFAULT 'en' NOT NULL,
	"address_hash" text,
	"state" text DEFAULT 'open' NOT NULL,
	"assigned_to" uuid,
	"blocked_at" timestamp(3) with time zone,
	"report_reason" text,
	"reported_at" timestamp(3) with time zone,
	"last_sequence" integer DEFAULT 0 NOT NULL,
	"seen_sequence" integer DEFAULT 0 NOT NULL,
	"mailed_sequence" integer DEFAULT 0 NOT NULL,
	"last_message_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_threads_name_length" CHECK (char_length("name") between 1 and 100),
	CONSTRAINT "chat_threads_email_length" CHECK (char_length("email") between 1 and 254),
	CONSTRAINT "chat_threads_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es')),
	CONSTRAINT "chat_threads_address_hash_hashed" CHECK ("address_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "chat_threads_state_known" CHECK ("state" in ('open', 'done')),
	CONSTRAINT "chat_threads_report_reason_length" CHECK (char_length("report_reason") between 1 and 500),
	CONSTRAINT "chat_threads_last_sequence_range" CHECK ("last_sequence" >= 0),
	CONSTRAINT "chat_threads_seen" CHECK ("seen_sequence" between 0 and "last_sequence"),
	CONSTRAINT "chat_threads_mailed" CHECK ("mailed_sequence" between 0 and "last_sequence"),
	CONSTRAINT "chat_threads_report" CHECK (("report_reason" is null) = ("reported_at" is null))
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"id" uuid PRIMARY KEY,
	"title" text NOT NULL,
	"en" text,
	"fr" text,
	"ht" text,
	"es" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_replies_title_length" CHECK (char_length("title") between 1 and 100),
	CONSTRAINT "saved_replies_en_length" CHECK (char_length("en") <= 2000),
	CONSTRAINT "saved_replies_fr_length" CHECK (char_length("fr") <= 2000),
	CONSTRAINT "saved_replies_ht_length" CHECK (char_length("ht") <= 2000),
	CONSTRAINT "saved_replies_es_length" CHECK (char_length("es") <= 2000),
	CONSTRAINT "saved_replies_said" CHECK (coalesce("en", "fr", "ht", "es") is not null)
);
--> statement-breakpoint
CREATE INDEX "chat_keys_thread" ON "chat_keys" ("thread_id");--> statement-breakpoint
CREATE INDEX "chat_messages_unread_of" ON "chat_messages" ("thread_id") WHERE not "is_read";--> statement-breakpoint
CREATE INDEX "chat_threads_newest" ON "chat_threads" ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "chat_threads_state" ON "chat_threads" ("state","last_message_at","id");--> statement-breakpoint
CREATE INDEX "chat_threads_assigned" ON "chat_threads" ("assigned_to","last_message_at","id");--> statement-breakpoint
CREATE INDEX "chat_threads_reported" ON "chat_threads" ("last_message_at","id") WHERE "reported_at" is not null;--> statement-breakpoint
CREATE INDEX "chat_threads_blocked" ON "chat_threads" ("last_message_at","id") WHERE "blocked_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_replies_title_unique" ON "saved_replies" (lower("title"));--> statement-breakpoint
ALTER TABLE "chat_keys" ADD CONSTRAINT "chat_keys_thread_id_chat_threads_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "chat_threads"("id") ON DELETE CASCADE;--> statement-breakpoint
-- The conversations that there are already; of a member's, the newest is the one that goes on.
INSERT INTO "chat_threads" ("id", "user_id", "name", "email", "last_sequence", "seen_sequence", "mailed_sequence", "last_message_at", "created_at")
SELECT thread_id, CASE WHEN row_number() OVER (PARTITION BY member ORDER BY last_at DESC, thread_id) = 1 THEN member END,
	name, email, last, last, last, last_at, first_at
FROM (
	SELECT "thread_id", max("sequence") AS last, max("created_at") AS last_at, min("created_at") AS first_at,
		(array_agg("sender_id" ORDER BY "sequence") FILTER (WHERE "sender_type" = 'member' AND "sender_id" IS NOT NULL))[1] AS member,
		coalesce((array_agg("name" ORDER BY "sequence" DESC) FILTER (WHERE "sender_type" <> 'admin'))[1], min("name")) AS name,
		(array_agg("email" ORDER BY "sequence" DESC) FILTER (WHERE "email" IS NOT NULL))[1] AS email
	FROM "chat_messages" GROUP BY "thread_id"
) AS known;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_thread_id_chat_threads_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "chat_threads"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "chat_staff" ADD CONSTRAINT "chat_staff_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "chat_threads" ADD CONSTRAINT "chat_threads_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "chat_threads" ADD CONSTRAINT "chat_threads_assigned_to_users_id_fkey" FOREIGN KEY ("assigned_to") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'list.exported'));