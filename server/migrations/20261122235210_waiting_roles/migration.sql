ALTER TABLE "users" ADD COLUMN "role_approved_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "users_waiting_roles" ON "users" ("created_at","id") WHERE "role" in ('volunteer', 'mentor', 'ambassador') and "role_approved_at" is null and "approved";--> statement-breakpoint
CREATE INDEX "appointments_email" ON "appointments" (lower("student_email"));