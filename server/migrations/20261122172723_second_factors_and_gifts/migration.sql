CREATE TABLE "pending_sign_ins" (
	"sid" text PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"challenge" text,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "pending_sign_ins_sid_hashed" CHECK ("sid" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "pending_sign_ins_challenge_length" CHECK (char_length("challenge") <= 200)
);
--> statement-breakpoint
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
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY,
	"donation_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_amount_range" CHECK ("amount" >= 1),
	CONSTRAINT "refunds_reason_length" CHECK (char_length("reason") between 1 and 500),
	CONSTRAINT "refunds_state_known" CHECK ("state" in ('requested', 'accepted', 'refused'))
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
CREATE TABLE "statements" (
	"id" uuid PRIMARY KEY,
	"email" text NOT NULL,
	"year" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statements_donor_unique" UNIQUE("email","year"),
	CONSTRAINT "statements_email_length" CHECK (char_length("email") between 1 and 254)
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
CREATE TABLE "factor_setups" (
	"user_id" uuid PRIMARY KEY,
	"secret" text,
	"challenge" text,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "factor_setups_secret_length" CHECK (char_length("secret") <= 200),
	CONSTRAINT "factor_setups_challenge_length" CHECK (char_length("challenge") <= 200)
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL CONSTRAINT "passkeys_credential_id_unique" UNIQUE,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	CONSTRAINT "passkeys_credential_id_length" CHECK (char_length("credential_id") between 1 and 1400),
	CONSTRAINT "passkeys_public_key_length" CHECK (char_length("public_key") between 1 and 4000),
	CONSTRAINT "passkeys_counter_range" CHECK ("counter" >= 0),
	CONSTRAINT "passkeys_name_length" CHECK (char_length("name") between 1 and 50)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid,
	"code_hash" text,
	CONSTRAINT "recovery_codes_pkey" PRIMARY KEY("user_id","code_hash"),
	CONSTRAINT "recovery_codes_code_hash_hashed" CHECK ("code_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" uuid PRIMARY KEY,
	"secret" text NOT NULL,
	"last_step" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	CONSTRAINT "totp_secrets_secret_length" CHECK (char_length("secret") between 1 and 200),
	CONSTRAINT "totp_secrets_last_step_range" CHECK ("last_step" >= 0)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "admin_since" timestamp(3) with time zone;--> statement-breakpoint
UPDATE "users" SET "admin_since" = now() WHERE "is_admin";--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "fee_covered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "monthly_gift_id" uuid;--> statement-breakpoint
ALTER TABLE "sandbox_intents" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "sandbox_intents" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "pending_sign_ins_user" ON "pending_sign_ins" ("user_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_expires" ON "pending_sign_ins" ("expires_at");--> statement-breakpoint
CREATE INDEX "donations_email" ON "donations" (lower("email"));--> statement-breakpoint
CREATE INDEX "donations_monthly_gift" ON "donations" ("monthly_gift_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_events_received" ON "payment_events" ("type","received_at");--> statement-breakpoint
CREATE INDEX "refunds_donation" ON "refunds" ("donation_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_requested_unique" ON "refunds" ("donation_id") WHERE "state" = 'requested';--> statement-breakpoint
CREATE INDEX "sandbox_intents_subscription" ON "sandbox_intents" ("subscription_id");--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_next" ON "sandbox_subscriptions" ("next_at");--> statement-breakpoint
CREATE INDEX "factor_setups_expires" ON "factor_setups" ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_monthly_gift_id_monthly_gifts_id_fkey" FOREIGN KEY ("monthly_gift_id") REFERENCES "monthly_gifts"("id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_donation_id_donations_id_fkey" FOREIGN KEY ("donation_id") REFERENCES "donations"("id");--> statement-breakpoint
ALTER TABLE "sandbox_intents" ADD CONSTRAINT "sandbox_intents_subscription_id_sandbox_subscriptions_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "sandbox_subscriptions"("id");--> statement-breakpoint
ALTER TABLE "tributes" ADD CONSTRAINT "tributes_donation_id_donations_id_fkey" FOREIGN KEY ("donation_id") REFERENCES "donations"("id");--> statement-breakpoint
ALTER TABLE "factor_setups" ADD CONSTRAINT "factor_setups_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_fee_covered_range" CHECK ("fee_covered" >= 0);--> statement-breakpoint
ALTER TABLE "sandbox_intents" ADD CONSTRAINT "sandbox_intents_refund" CHECK ("refunded" between 0 and "amount");--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'factor.added', 'factor.renamed', 'factor.removed', 'factor.codes_renewed', 'factor.code_used', 'factor.reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'picture.added', 'donation.refunded', 'donation.receipt_sent', 'donation.statement_sent', 'list.exported', 'job.retried'));