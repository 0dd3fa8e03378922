CREATE TABLE "notification_choices" (
	"user_id" uuid PRIMARY KEY,
	"kinds" text[] NOT NULL,
	CONSTRAINT "notification_choices_kinds_known" CHECK ("kinds" <@ array['sessions', 'replies', 'reviews'])
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"sid" text NOT NULL CONSTRAINT "push_subscriptions_sid_unique" UNIQUE,
	"endpoint" text NOT NULL CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"language" text NOT NULL,
	"time_zone" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_length" CHECK (char_length("endpoint") between 1 and 1000),
	CONSTRAINT "push_subscriptions_p256dh_length" CHECK (char_length("p256dh") between 87 and 87),
	CONSTRAINT "push_subscriptions_auth_length" CHECK (char_length("auth") between 22 and 22),
	CONSTRAINT "push_subscriptions_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es')),
	CONSTRAINT "push_subscriptions_time_zone_length" CHECK (char_length("time_zone") between 1 and 64)
);
--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_sid_sessions_sid_fkey" FOREIGN KEY ("sid") REFERENCES "sessions"("sid") ON DELETE CASCADE;