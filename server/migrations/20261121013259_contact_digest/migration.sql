ALTER TABLE "contacts" ADD COLUMN "digest" text;--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_digest_unique" ON "contacts" ("digest");--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_digest_hashed" CHECK ("digest" ~ '^[0-9a-f]{64}$');