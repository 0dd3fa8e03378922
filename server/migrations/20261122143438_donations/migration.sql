CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY,
	"type" text NOT NULL,
	"intent_id" text,
	"happened_at" timestamp(3) with time zone NOT NULL,
	"received_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_numbers" (
	"year" integer PRIMARY KEY,
	"last" integer NOT NULL,
	CONSTRAINT "receipt_numbers_last_range" CHECK ("last" >= 1)
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY,
	"donation_id" uuid NOT NULL CONSTRAINT "receipts_donation_unique" UNIQUE,
	"year" integer NOT NULL,
	"serial" integer NOT NULL,
	"record" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "receipts_number_unique" UNIQUE("year","serial"),
	CONSTRAINT "receipts_serial_range" CHECK ("serial" >= 1)
);
--> statement-breakpoint
CREATE TABLE "sandbox_intents" (
	"id" text PRIMARY KEY,
	"amount" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"paid_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_intents_amount_range" CHECK ("amount" >= 100),
	CONSTRAINT "sandbox_intents_state_known" CHECK ("state" in ('open', 'declined', 'processing', 'succeeded', 'canceled'))
);
--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "provider" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "refunded_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "paid_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_donation_id_donations_id_fkey" FOREIGN KEY ("donation_id") REFERENCES "donations"("id");--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_provider_known" CHECK ("provider" in ('stripe', 'sandbox'));--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es'));--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_refund" CHECK ("refunded_amount" between 0 and "amount");--> statement-breakpoint
ALTER TABLE "donations" DROP CONSTRAINT "donations_status_known", ADD CONSTRAINT "donations_status_known" CHECK ("status" in ('pending', 'failed', 'canceled', 'succeeded', 'partially_refunded', 'disputed', 'refunded'));