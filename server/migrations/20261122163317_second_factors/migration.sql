CREATE TABLE "pending_sign_ins" (
	"sid" text PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"challenge" text,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "pending_sign_ins_sid_hashed" CHECK ("sid" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "pending_sign_ins_challenge_length" CHECK (char_length("challenge") <= 200)
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
CREATE INDEX "pending_sign_ins_user" ON "pending_sign_ins" ("user_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_expires" ON "pending_sign_ins" ("expires_at");--> statement-breakpoint
CREATE INDEX "factor_setups_expires" ON "factor_setups" ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "factor_setups" ADD CONSTRAINT "factor_setups_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'factor.added', 'factor.renamed', 'factor.removed', 'factor.codes_renewed', 'factor.code_used', 'factor.reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'picture.added', 'list.exported', 'job.retried'));