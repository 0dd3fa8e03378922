CREATE TABLE "screening_steps" (
	"user_id" uuid,
	"step" text,
	"reference" text,
	"valid_until" timestamp(3) with time zone NOT NULL,
	"recorded_by" uuid,
	"recorded_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"confirmed_by" uuid,
	"confirmed_at" timestamp(3) with time zone,
	CONSTRAINT "screening_steps_pkey" PRIMARY KEY("user_id","step"),
	CONSTRAINT "screening_steps_step_known" CHECK ("step" in ('identity', 'references', 'background_check', 'safeguarding_course', 'interview')),
	CONSTRAINT "screening_steps_reference_length" CHECK (char_length("reference") between 1 and 100),
	CONSTRAINT "screening_steps_two_people" CHECK ("confirmed_by" <> "recorded_by"),
	CONSTRAINT "screening_steps_confirmed" CHECK ("confirmed_at" is not null or "confirmed_by" is null)
);
--> statement-breakpoint
CREATE TABLE "screenings" (
	"user_id" uuid PRIMARY KEY,
	"screened_until" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "volunteer_applications" DROP CONSTRAINT "volunteer_applications_status_required";--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "digest" text;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "consented_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "next_step" text;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "next_step_on" date;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "status_changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD COLUMN "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_digest_unique" UNIQUE("digest");--> statement-breakpoint
CREATE INDEX "screening_steps_recorded_by" ON "screening_steps" ("recorded_by");--> statement-breakpoint
CREATE INDEX "screening_steps_confirmed_by" ON "screening_steps" ("confirmed_by");--> statement-breakpoint
CREATE INDEX "volunteer_applications_user" ON "volunteer_applications" ("user_id");--> statement-breakpoint
CREATE INDEX "volunteer_applications_status" ON "volunteer_applications" ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "volunteer_applications_email" ON "volunteer_applications" (lower("email"));--> statement-breakpoint
ALTER TABLE "screening_steps" ADD CONSTRAINT "screening_steps_user_id_screenings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "screenings"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "screening_steps" ADD CONSTRAINT "screening_steps_recorded_by_users_id_fkey" FOREIGN KEY ("recorded_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "screening_steps" ADD CONSTRAINT "screening_steps_confirmed_by_users_id_fkey" FOREIGN KEY ("confirmed_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "screenings" ADD CONSTRAINT "screenings_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_digest_hashed" CHECK ("digest" ~ '^[0-9a-f]{64}$');--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_phone_length" CHECK (char_length("phone") <= 40);--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_country_length" CHECK (char_length("country") <= 100);--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_status_known" CHECK ("status" in ('new', 'interview', 'screening', 'training', 'active', 'paused', 'alumni', 'declined'));--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es'));--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_next_step_length" CHECK (char_length("next_step") between 1 and 200);--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_next_step_dated" CHECK (("next_step" is null) = ("next_step_on" is null));--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_version_range" CHECK ("version" >= 1);