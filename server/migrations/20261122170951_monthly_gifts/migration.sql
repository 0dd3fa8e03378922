CREATE TABLE "monthly_gifts" (
	"id" uuid PRIMARY KEY,
	"provider" text DEFAULT 'stripe' NOT NULL,
	"subscription_id" text NOT NULL CONSTRAINT "monthly_gifts_subscription_unique" UNIQUE,
	"state" text DEFAULT 'incomplete' NOT NULL,
	"amount" integer NOT NULL,
	"fee_covered" integer DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"is_anonymous" boolean DEFAULT false NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "monthly_gifts_provider_known" CHECK ("provider" in ('stripe', 'sandbox')),
	CONSTRAINT "monthly_gifts_state_known" CHECK ("state" in ('incomplete', 'active', 'paused', 'stopped')),
	CONSTRAINT "monthly_gifts_amount_range" CHECK ("amount" >= 100),
	CONSTRAINT "monthly_gifts_fee_covered_range" CHECK ("fee_covered" >= 0),
	CONSTRAINT "monthly_gifts_currency_known" CHECK ("currency" in ('usd')),
	CONSTRAINT "monthly_gifts_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_subscriptions" (
	"id" text PRIMARY KEY,
	"amount" integer NOT NULL,
	"state" text DEFAULT 'incomplete' NOT NULL,
	"card_last4" text,
	"is_failing" boolean DEFAULT false NOT NULL,
	"charges" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp(3) with time zone,
	"next_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_subscriptions_amount_range" CHECK ("amount" >= 100),
	CONSTRAINT "sandbox_subscriptions_charges_range" CHECK ("charges" >= 0),
	CONSTRAINT "sandbox_subscriptions_state_known" CHECK ("state" in ('incomplete', 'active', 'paused', 'stopped'))
);
--> statement-breakpoint
CREATE TABLE "tributes" (
	"donation_id" uuid PRIMARY KEY,
	"type" text NOT NULL,
	"honoree" text NOT NULL,
	"notify_name" text,
	"notify_email" text,
	"message" text,
	CONSTRAINT "tributes_type_known" CHECK ("type" in ('honor', 'memory')),
	CONSTRAINT "tributes_honoree_length" CHECK (char_length("honoree") between 1 and 100),
	CONSTRAINT "tributes_notify_name_length" CHECK (char_length("notify_name") between 1 and 100),
	CONSTRAINT "tributes_notify_email_length" CHECK (char_length("notify_email") between 1 and 254),
	CONSTRAINT "tributes_message_length" CHECK (char_length("message") <= 500)
);
--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "fee_covered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "monthly_gift_id" uuid;--> statement-breakpoint
ALTER TABLE "sandbox_intents" ADD COLUMN "subscription_id" text;--> statement-breakpoint
CREATE INDEX "donations_monthly_gift" ON "donations" ("monthly_gift_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_events_received" ON "payment_events" ("type","received_at");--> statement-breakpoint
CREATE INDEX "sandbox_intents_subscription" ON "sandbox_intents" ("subscription_id");--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_next" ON "sandbox_subscriptions" ("next_at");--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_monthly_gift_id_monthly_gifts_id_fkey" FOREIGN KEY ("monthly_gift_id") REFERENCES "monthly_gifts"("id");--> statement-breakpoint
ALTER TABLE "sandbox_intents" ADD CONSTRAINT "sandbox_intents_subscription_id_sandbox_subscriptions_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "sandbox_subscriptions"("id");--> statement-breakpoint
ALTER TABLE "tributes" ADD CONSTRAINT "tributes_donation_id_donations_id_fkey" FOREIGN KEY ("donation_id") REFERENCES "donations"("id");--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_fee_covered_range" CHECK ("fee_covered" >= 0);