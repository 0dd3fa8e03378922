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
CREATE TABLE "statements" (
	"id" uuid PRIMARY KEY,
	"email" text NOT NULL,
	"year" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statements_donor_unique" UNIQUE("email","year"),
	CONSTRAINT "statements_email_length" CHECK (char_length("email") between 1 and 254)
);
--> statement-breakpoint
ALTER TABLE "sandbox_intents" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "donations_email" ON "donations" (lower("email"));--> statement-breakpoint
CREATE INDEX "refunds_donation" ON "refunds" ("donation_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_requested_unique" ON "refunds" ("donation_id") WHERE "state" = 'requested';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_donation_id_donations_id_fkey" FOREIGN KEY ("donation_id") REFERENCES "donations"("id");--> statement-breakpoint
ALTER TABLE "sandbox_intents" ADD CONSTRAINT "sandbox_intents_refund" CHECK ("refunded" between 0 and "amount");--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'picture.added', 'donation.refunded', 'donation.receipt_sent', 'donation.statement_sent', 'list.exported', 'job.retried'));