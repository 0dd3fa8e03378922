CREATE TABLE "device_codes" (
	"user_id" uuid PRIMARY KEY,
	"sid" text NOT NULL,
	"code_hash" text NOT NULL,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_codes_code_hash_hashed" CHECK ("code_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "device_codes_code_tries_range" CHECK ("code_tries" between 0 and 5)
);
--> statement-breakpoint
CREATE INDEX "device_codes_sid" ON "device_codes" ("sid");--> statement-breakpoint
CREATE INDEX "device_codes_expires" ON "device_codes" ("expires_at");--> statement-breakpoint
ALTER TABLE "device_codes" ADD CONSTRAINT "device_codes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "device_codes" ADD CONSTRAINT "device_codes_sid_sessions_sid_fkey" FOREIGN KEY ("sid") REFERENCES "sessions"("sid") ON DELETE CASCADE;