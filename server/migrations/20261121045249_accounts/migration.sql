CREATE TABLE "known_devices" (
	"user_id" uuid,
	"device_hash" text,
	"last_seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "known_devices_pkey" PRIMARY KEY("user_id","device_hash"),
	CONSTRAINT "known_devices_device_hash_hashed" CHECK ("device_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "learning_preferences" (
	"user_id" uuid PRIMARY KEY,
	"programs" text[] DEFAULT '{}'::text[] NOT NULL,
	"study_times" text[] DEFAULT '{}'::text[] NOT NULL,
	"notifications" text[] DEFAULT '{sessions,courses}'::text[] NOT NULL,
	CONSTRAINT "learning_preferences_programs_known" CHECK ("programs" <@ array['coding', 'languages', 'mentorship']),
	CONSTRAINT "learning_preferences_study_times_known" CHECK ("study_times" <@ array['mornings', 'afternoons', 'evenings', 'weekends']),
	CONSTRAINT "learning_preferences_notifications_known" CHECK ("notifications" <@ array['sessions', 'courses', 'community', 'news'])
);
--> statement-breakpoint
CREATE TABLE "profile_pictures" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL CONSTRAINT "profile_pictures_user_unique" UNIQUE,
	"small" bytea NOT NULL,
	"large" bytea NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "password_reset_tokens_user";--> statement-breakpoint
ALTER TABLE "password_reset_tokens" ADD COLUMN "code_hash" text NOT NULL;--> statement-breakpoint
ALTER TABLE "password_reset_tokens" ADD COLUMN "code_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "password_reset_tokens" ADD CONSTRAINT "password_reset_tokens_user_unique" UNIQUE("user_id");--> statement-breakpoint
CREATE INDEX "known_devices_last_seen" ON "known_devices" ("last_seen_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" (("sess" ->> 'userId'));--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "learning_preferences" ADD CONSTRAINT "learning_preferences_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "profile_pictures" ADD CONSTRAINT "profile_pictures_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "password_reset_tokens" ADD CONSTRAINT "password_reset_tokens_code_hash_hashed" CHECK ("code_hash" ~ '^[0-9a-f]{64}$');--> statement-breakpoint
ALTER TABLE "password_reset_tokens" ADD CONSTRAINT "password_reset_tokens_code_tries_range" CHECK ("code_tries" between 0 and 5);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es'));