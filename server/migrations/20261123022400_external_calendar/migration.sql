CREATE TABLE "calendar_differences" (
	"appointment_id" uuid PRIMARY KEY,
	"starts_at" timestamp(3) with time zone,
	"ends_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_reads" (
	"id" integer PRIMARY KEY DEFAULT 1,
	"sync_token" text NOT NULL,
	"read_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "calendar_reads_id_range" CHECK ("id" between 1 and 1),
	CONSTRAINT "calendar_reads_sync_token_required" CHECK (char_length("sync_token") > 0)
);
--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "calendar_revision" integer;--> statement-breakpoint
ALTER TABLE "calendar_differences" ADD CONSTRAINT "calendar_differences_appointment_id_appointments_id_fkey" FOREIGN KEY ("appointment_id") REFERENCES "appointments"("id") ON DELETE CASCADE;