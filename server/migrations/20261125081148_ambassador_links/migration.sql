CREATE TABLE "ambassador_counts" (
	"user_id" uuid,
	"day" date,
	"joined" integer NOT NULL,
	CONSTRAINT "ambassador_counts_pkey" PRIMARY KEY("user_id","day"),
	CONSTRAINT "ambassador_counts_joined_range" CHECK ("joined" >= 1)
);
--> statement-breakpoint
CREATE TABLE "ambassador_links" (
	"user_id" uuid PRIMARY KEY,
	"code" text NOT NULL CONSTRAINT "ambassador_links_code_unique" UNIQUE,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ambassador_links_code_form" CHECK ("code" ~ '^([bdfklmnrstv][aeio]){4}[2-9]{3}$')
);
--> statement-breakpoint
ALTER TABLE "ambassador_counts" ADD CONSTRAINT "ambassador_counts_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ambassador_links" ADD CONSTRAINT "ambassador_links_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;