CREATE TABLE "password_reset_tokens" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL CONSTRAINT "password_reset_tokens_token_hash_unique" UNIQUE,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "password_reset_tokens_token_hash_hashed" CHECK ("token_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY,
	"sess" jsonb NOT NULL,
	"expire" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "sessions_sid_hashed" CHECK ("sid" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY,
	"email" text NOT NULL,
	"username" text,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"password_hash" text,
	"login_provider" text DEFAULT 'haitech' NOT NULL,
	"google_id" text CONSTRAINT "users_google_id_unique" UNIQUE,
	"role" text DEFAULT 'student' NOT NULL,
	"approved" boolean DEFAULT true NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"bio" text,
	"skills" text,
	"location" text,
	"last_login_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_length" CHECK (char_length("email") between 1 and 254),
	CONSTRAINT "users_username_length" CHECK (char_length("username") between 3 and 30),
	CONSTRAINT "users_first_name_length" CHECK (char_length("first_name") between 1 and 50),
	CONSTRAINT "users_last_name_length" CHECK (char_length("last_name") between 1 and 50),
	CONSTRAINT "users_profile_image_url_address" CHECK ("profile_image_url" ~* '^(https:/)?/[^/\\[:space:]][^[:space:]]*$'),
	CONSTRAINT "users_login_provider_known" CHECK ("login_provider" in ('haitech', 'google')),
	CONSTRAINT "users_role_known" CHECK ("role" in ('student', 'volunteer', 'mentor', 'ambassador', 'admin')),
	CONSTRAINT "users_bio_length" CHECK (char_length("bio") <= 500),
	CONSTRAINT "users_skills_length" CHECK (char_length("skills") <= 200),
	CONSTRAINT "users_location_length" CHECK (char_length("location") <= 100)
);
--> statement-breakpoint
CREATE TABLE "appointments" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid,
	"student_name" text NOT NULL,
	"student_email" text NOT NULL,
	"session_type" text NOT NULL,
	"subject" text NOT NULL,
	"preferred_date" timestamp(3) with time zone NOT NULL,
	"preferred_time" text NOT NULL,
	"duration" integer DEFAULT 60 NOT NULL,
	"description" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"priority" text DEFAULT 'normal' NOT NULL,
	"admin_notes" text,
	"calendar_event_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"scheduled_at" timestamp(3) with time zone,
	CONSTRAINT "appointments_student_name_length" CHECK (char_length("student_name") between 1 and 100),
	CONSTRAINT "appointments_student_email_length" CHECK (char_length("student_email") between 1 and 254),
	CONSTRAINT "appointments_session_type_known" CHECK ("session_type" in ('tutoring', 'mentoring', 'consultation')),
	CONSTRAINT "appointments_subject_known" CHECK ("subject" in ('coding', 'language', 'career', 'general')),
	CONSTRAINT "appointments_preferred_time_known" CHECK ("preferred_time" in ('09:00', '10:00', '11:00', '14:00', '15:00', '16:00', '17:00', '18:00', '19:00')),
	CONSTRAINT "appointments_duration_known" CHECK ("duration" in (30, 60, 90, 120)),
	CONSTRAINT "appointments_description_length" CHECK (char_length("description") <= 2000),
	CONSTRAINT "appointments_status_known" CHECK ("status" in ('pending', 'approved', 'declined', 'completed', 'cancelled', 'no_show')),
	CONSTRAINT "appointments_priority_known" CHECK ("priority" in ('low', 'normal', 'high'))
);
--> statement-breakpoint
CREATE TABLE "available_time_slots" (
	"id" uuid PRIMARY KEY,
	"date" date NOT NULL,
	"start_time" time(0) NOT NULL,
	"end_time" time(0) NOT NULL,
	"is_available" boolean DEFAULT true NOT NULL,
	"max_bookings" integer DEFAULT 1 NOT NULL,
	"current_bookings" integer DEFAULT 0 NOT NULL,
	"session_types" text[] DEFAULT '{tutoring,mentoring,consultation}'::text[] NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "available_time_slots_beginning_unique" UNIQUE("date","start_time"),
	CONSTRAINT "available_time_slots_end_later" CHECK ("end_time" > "start_time"),
	CONSTRAINT "available_time_slots_max_bookings_range" CHECK ("max_bookings" >= 1),
	CONSTRAINT "available_time_slots_not_overbooked" CHECK ("current_bookings" between 0 and "max_bookings"),
	CONSTRAINT "available_time_slots_session_types_known" CHECK ("session_types" <> '{}' and "session_types" <@ array['tutoring', 'mentoring', 'consultation'])
);
--> statement-breakpoint
CREATE TABLE "session_feedback" (
	"id" uuid PRIMARY KEY,
	"appointment_id" uuid NOT NULL CONSTRAINT "session_feedback_once" UNIQUE,
	"student_rating" integer,
	"student_feedback" text,
	"tutor_rating" integer,
	"tutor_feedback" text,
	"session_notes" text,
	"follow_up_required" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_feedback_student_rating_range" CHECK ("student_rating" between 1 and 5),
	CONSTRAINT "session_feedback_tutor_rating_range" CHECK ("tutor_rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY,
	"thread_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"client_id" uuid,
	"sender_id" uuid,
	"sender_type" text DEFAULT 'guest' NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"message" text NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"read_at" timestamp(3) with time zone,
	"read_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_messages_sequence_unique" UNIQUE("thread_id","sequence"),
	CONSTRAINT "chat_messages_client_id_unique" UNIQUE("thread_id","client_id"),
	CONSTRAINT "chat_messages_sequence_range" CHECK ("sequence" >= 1),
	CONSTRAINT "chat_messages_sender_type_known" CHECK ("sender_type" in ('guest', 'member', 'admin')),
	CONSTRAINT "chat_messages_name_length" CHECK (char_length("name") between 1 and 100),
	CONSTRAINT "chat_messages_email_length" CHECK (char_length("email") between 1 and 254),
	CONSTRAINT "chat_messages_message_length" CHECK (char_length("message") between 1 and 2000),
	CONSTRAINT "chat_messages_read" CHECK ("is_read" = ("read_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "donations" (
	"id" uuid PRIMARY KEY,
	"name" text,
	"email" text,
	"amount" integer NOT NULL,
	"frequency" text,
	"message" text,
	"is_anonymous" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"intent_id" text CONSTRAINT "donations_intent_id_unique" UNIQUE,
	"currency" text DEFAULT 'usd' NOT NULL,
	"last_event_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "donations_name_length" CHECK (char_length("name") between 1 and 100),
	CONSTRAINT "donations_email_length" CHECK (char_length("email") between 1 and 254),
	CONSTRAINT "donations_amount_range" CHECK ("amount" >= 100),
	CONSTRAINT "donations_message_length" CHECK (char_length("message") <= 500),
	CONSTRAINT "donations_status_known" CHECK ("status" in ('pending', 'succeeded', 'failed', 'refunded', 'disputed')),
	CONSTRAINT "donations_currency_known" CHECK ("currency" in ('usd'))
);
--> statement-breakpoint
CREATE TABLE "achievements" (
	"id" uuid PRIMARY KEY,
	"title" text NOT NULL,
	"description" text,
	"icon_url" text,
	"condition" text NOT NULL,
	"condition_value" integer NOT NULL,
	"category" text,
	CONSTRAINT "achievements_title_required" CHECK (char_length("title") > 0),
	CONSTRAINT "achievements_description_length" CHECK (char_length("description") <= 2000),
	CONSTRAINT "achievements_icon_url_address" CHECK ("icon_url" ~* '^(https:/)?/[^/\\[:space:]][^[:space:]]*$'),
	CONSTRAINT "achievements_condition_required" CHECK (char_length("condition") > 0),
	CONSTRAINT "achievements_condition_value_range" CHECK ("condition_value" >= 0)
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY,
	"title" text NOT NULL,
	"description" text,
	"category" text NOT NULL,
	"difficulty" text DEFAULT 'beginner' NOT NULL,
	"estimated_hours" integer DEFAULT 0 NOT NULL,
	"image_url" text,
	"is_published" boolean DEFAULT true NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "courses_title_required" CHECK (char_length("title") > 0),
	CONSTRAINT "courses_description_length" CHECK (char_length("description") <= 2000),
	CONSTRAINT "courses_category_known" CHECK ("category" in ('coding', 'languages', 'cares')),
	CONSTRAINT "courses_difficulty_required" CHECK (char_length("difficulty") > 0),
	CONSTRAINT "courses_estimated_hours_range" CHECK ("estimated_hours" >= 0),
	CONSTRAINT "courses_image_url_address" CHECK ("image_url" ~* '^(https:/)?/[^/\\[:space:]][^[:space:]]*$')
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" uuid PRIMARY KEY,
	"course_id" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text,
	"video_url" text,
	"order" integer DEFAULT 0 NOT NULL,
	"duration" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lessons_of_course_unique" UNIQUE("id","course_id"),
	CONSTRAINT "lessons_title_required" CHECK (char_length("title") > 0),
	CONSTRAINT "lessons_video_url_address" CHECK ("video_url" ~* '^(https:/)?/[^/\\[:space:]][^[:space:]]*$'),
	CONSTRAINT "lessons_duration_range" CHECK ("duration" >= 0)
);
--> statement-breakpoint
CREATE TABLE "user_achievements" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"achievement_id" uuid NOT NULL,
	"unlocked_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_achievements_once" UNIQUE("user_id","achievement_id")
);
--> statement-breakpoint
CREATE TABLE "user_course_progress" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"enrolled_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp(3) with time zone,
	"progress_percentage" integer DEFAULT 0 NOT NULL,
	"last_accessed_at" timestamp(3) with time zone,
	CONSTRAINT "user_course_progress_once" UNIQUE("user_id","course_id"),
	CONSTRAINT "user_course_progress_progress_percentage_range" CHECK ("progress_percentage" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "user_lesson_progress" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"completed_at" timestamp(3) with time zone,
	"watch_time" integer DEFAULT 0 NOT NULL,
	"is_completed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "user_lesson_progress_once" UNIQUE("user_id","lesson_id"),
	CONSTRAINT "user_lesson_progress_watch_time_range" CHECK ("watch_time" >= 0),
	CONSTRAINT "user_lesson_progress_completed" CHECK ("is_completed" = ("completed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text,
	"message" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contacts_name_length" CHECK (char_length("name") between 1 and 100),
	CONSTRAINT "contacts_email_length" CHECK (char_length("email") between 1 and 254),
	CONSTRAINT "contacts_subject_known" CHECK ("subject" in ('general', 'coding', 'languages', 'cares', 'partnership', 'volunteer', 'donation', 'technical')),
	CONSTRAINT "contacts_message_length" CHECK (char_length("message") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" uuid PRIMARY KEY,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"program" text,
	"interests" text,
	"location" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_name_length" CHECK (char_length("name") between 1 and 100),
	CONSTRAINT "memberships_email_length" CHECK (char_length("email") between 1 and 254),
	CONSTRAINT "memberships_program_known" CHECK ("program" in ('coding', 'languages', 'mentorship', 'community', 'general')),
	CONSTRAINT "memberships_interests_length" CHECK (char_length("interests") <= 500),
	CONSTRAINT "memberships_location_length" CHECK (char_length("location") <= 100)
);
--> statement-breakpoint
CREATE TABLE "blog_posts" (
	"id" uuid PRIMARY KEY,
	"title" text NOT NULL,
	"excerpt" text NOT NULL,
	"content" text NOT NULL,
	"author" text NOT NULL,
	"author_image_url" text,
	"category" text,
	"image_url" text,
	"published_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	CONSTRAINT "blog_posts_title_required" CHECK (char_length("title") > 0),
	CONSTRAINT "blog_posts_excerpt_required" CHECK (char_length("excerpt") > 0),
	CONSTRAINT "blog_posts_content_required" CHECK (char_length("content") > 0),
	CONSTRAINT "blog_posts_author_length" CHECK (char_length("author") between 1 and 100),
	CONSTRAINT "blog_posts_author_image_url_address" CHECK ("author_image_url" ~* '^(https:/)?/[^/\\[:space:]][^[:space:]]*$'),
	CONSTRAINT "blog_posts_image_url_address" CHECK ("image_url" ~* '^(https:/)?/[^/\\[:space:]][^[:space:]]*$')
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"id" uuid PRIMARY KEY,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"bio" text NOT NULL,
	"image_url" text,
	"linkedin_url" text,
	"twitter_url" text,
	"github_url" text,
	"order" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "team_members_name_length" CHECK (char_length("name") between 1 and 100),
	CONSTRAINT "team_members_role_required" CHECK (char_length("role") > 0),
	CONSTRAINT "team_members_bio_required" CHECK (char_length("bio") > 0),
	CONSTRAINT "team_members_image_url_address" CHECK ("image_url" ~* '^(https:/)?/[^/\\[:space:]][^[:space:]]*$'),
	CONSTRAINT "team_members_linkedin_url_address" CHECK ("linkedin_url" ~* '^https?://[^[:space:]]+$'),
	CONSTRAINT "team_members_twitter_url_address" CHECK ("twitter_url" ~* '^https?://[^[:space:]]+$'),
	CONSTRAINT "team_members_github_url_address" CHECK ("github_url" ~* '^https?://[^[:space:]]+$')
);
--> statement-breakpoint
CREATE TABLE "testimonials" (
	"id" uuid PRIMARY KEY,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"image_url" text,
	"rating" integer DEFAULT 5 NOT NULL,
	CONSTRAINT "testimonials_name_length" CHECK (char_length("name") between 1 and 100),
	CONSTRAINT "testimonials_role_required" CHECK (char_length("role") > 0),
	CONSTRAINT "testimonials_content_required" CHECK (char_length("content") > 0),
	CONSTRAINT "testimonials_image_url_address" CHECK ("image_url" ~* '^(https:/)?/[^/\\[:space:]][^[:space:]]*$'),
	CONSTRAINT "testimonials_rating_range" CHECK ("rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "volunteer_applications" (
	"id" uuid PRIMARY KEY,
	"role" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"country" text,
	"timezone" text,
	"languages" text,
	"skills" text,
	"availability" text,
	"linkedin_url" text,
	"website_url" text,
	"motivation" text NOT NULL,
	"experience" text,
	"referral" text,
	"status" text DEFAULT 'new' NOT NULL,
	"assigned_admin" uuid,
	"admin_notes" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "volunteer_applications_role_known" CHECK ("role" in ('volunteer', 'mentor', 'ambassador')),
	CONSTRAINT "volunteer_applications_first_name_length" CHECK (char_length("first_name") between 1 and 50),
	CONSTRAINT "volunteer_applications_last_name_length" CHECK (char_length("last_name") between 1 and 50),
	CONSTRAINT "volunteer_applications_email_length" CHECK (char_length("email") between 1 and 254),
	CONSTRAINT "volunteer_applications_languages_length" CHECK (char_length("languages") <= 200),
	CONSTRAINT "volunteer_applications_skills_length" CHECK (char_length("skills") <= 500),
	CONSTRAINT "volunteer_applications_availability_length" CHECK (char_length("availability") <= 300),
	CONSTRAINT "volunteer_applications_linkedin_url_address" CHECK ("linkedin_url" ~* '^https?://[^[:space:]]+$'),
	CONSTRAINT "volunteer_applications_website_url_address" CHECK ("website_url" ~* '^https?://[^[:space:]]+$'),
	CONSTRAINT "volunteer_applications_motivation_length" CHECK (char_length("motivation") between 10 and 1000),
	CONSTRAINT "volunteer_applications_experience_length" CHECK (char_length("experience") <= 1000),
	CONSTRAINT "volunteer_applications_referral_length" CHECK (char_length("referral") <= 200),
	CONSTRAINT "volunteer_applications_status_required" CHECK (char_length("status") > 0)
);
--> statement-breakpoint
CREATE TABLE "starter_contents" (
	"name" text PRIMARY KEY,
	"published_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY,
	"kind" text NOT NULL,
	"key" text NOT NULL CONSTRAINT "outbox_key_unique" UNIQUE,
	"payload" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp(3) with time zone,
	"failed_at" timestamp(3) with time zone,
	"last_error" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY,
	"count" integer NOT NULL,
	"window_ends_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "password_reset_tokens_user" ON "password_reset_tokens" ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" (lower("username"));--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" ("created_at","id");--> statement-breakpoint
CREATE INDEX "appointments_newest" ON "appointments" ("created_at","id");--> statement-breakpoint
CREATE INDEX "appointments_coming" ON "appointments" ("preferred_date");--> statement-breakpoint
CREATE INDEX "appointments_user" ON "appointments" ("user_id","preferred_date");--> statement-breakpoint
CREATE INDEX "available_time_slots_created_by" ON "available_time_slots" ("created_by");--> statement-breakpoint
CREATE INDEX "chat_messages_newest" ON "chat_messages" ("created_at","id");--> statement-breakpoint
CREATE INDEX "chat_messages_unread" ON "chat_messages" ("created_at","id") WHERE not "is_read";--> statement-breakpoint
CREATE INDEX "chat_messages_sender" ON "chat_messages" ("sender_id");--> statement-breakpoint
CREATE INDEX "chat_messages_read_by" ON "chat_messages" ("read_by");--> statement-breakpoint
CREATE INDEX "donations_newest" ON "donations" ("created_at","id");--> statement-breakpoint
CREATE INDEX "courses_newest" ON "courses" ("created_at","id");--> statement-breakpoint
CREATE INDEX "lessons_in_order" ON "lessons" ("course_id","order","id");--> statement-breakpoint
CREATE INDEX "user_achievements_achievement" ON "user_achievements" ("achievement_id");--> statement-breakpoint
CREATE INDEX "user_course_progress_course" ON "user_course_progress" ("course_id");--> statement-breakpoint
CREATE INDEX "user_lesson_progress_lesson" ON "user_lesson_progress" ("lesson_id","course_id");--> statement-breakpoint
CREATE INDEX "user_lesson_progress_course" ON "user_lesson_progress" ("user_id","course_id");--> statement-breakpoint
CREATE INDEX "contacts_newest" ON "contacts" ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_email_unique" ON "memberships" (lower("email"));--> statement-breakpoint
CREATE INDEX "memberships_newest" ON "memberships" ("created_at","id");--> statement-breakpoint
CREATE INDEX "blog_posts_newest" ON "blog_posts" ("published_at","id");--> statement-breakpoint
CREATE INDEX "team_members_in_order" ON "team_members" ("order","name");--> statement-breakpoint
CREATE INDEX "volunteer_applications_newest" ON "volunteer_applications" ("created_at","id");--> statement-breakpoint
CREATE INDEX "volunteer_applications_assigned_admin" ON "volunteer_applications" ("assigned_admin");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" ("due_at") WHERE "sent_at" is null and "failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_sent" ON "outbox" ("sent_at");--> statement-breakpoint
CREATE INDEX "rate_limits_window" ON "rate_limits" ("window_ends_at");--> statement-breakpoint
ALTER TABLE "password_reset_tokens" ADD CONSTRAINT "password_reset_tokens_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "available_time_slots" ADD CONSTRAINT "available_time_slots_created_by_users_id_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "session_feedback" ADD CONSTRAINT "session_feedback_appointment_id_appointments_id_fkey" FOREIGN KEY ("appointment_id") REFERENCES "appointments"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_sender_id_users_id_fkey" FOREIGN KEY ("sender_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_read_by_users_id_fkey" FOREIGN KEY ("read_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_course_id_courses_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_achievements" ADD CONSTRAINT "user_achievements_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_achievements" ADD CONSTRAINT "user_achievements_achievement_id_achievements_id_fkey" FOREIGN KEY ("achievement_id") REFERENCES "achievements"("id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "user_course_progress" ADD CONSTRAINT "user_course_progress_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_course_progress" ADD CONSTRAINT "user_course_progress_course_id_courses_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "user_lesson_progress" ADD CONSTRAINT "user_lesson_progress_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_lesson_progress" ADD CONSTRAINT "user_lesson_progress_lesson_fkey" FOREIGN KEY ("lesson_id","course_id") REFERENCES "lessons"("id","course_id") ON DELETE CASCADE ON UPDATE CASCADE;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ADD CONSTRAINT "volunteer_applications_assigned_admin_users_id_fkey" FOREIGN KEY ("assigned_admin") REFERENCES "users"("id") ON DELETE SET NULL;