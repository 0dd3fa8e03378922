CREATE TABLE "sent_emails" (
	"id" uuid PRIMARY KEY,
	"key" text NOT NULL CONSTRAINT "sent_emails_key_unique" UNIQUE,
	"address" text NOT NULL,
	"subject" text NOT NULL,
	"language" text NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "sent_emails_address_length" CHECK (char_length("address") between 1 and 254),
	CONSTRAINT "sent_emails_subject_required" CHECK (char_length("subject") > 0),
	CONSTRAINT "sent_emails_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es'))
);
--> statement-breakpoint
CREATE INDEX "sent_emails_address" ON "sent_emails" ("address","sent_at","id");--> statement-breakpoint
CREATE INDEX "sent_emails_sent" ON "sent_emails" ("sent_at");