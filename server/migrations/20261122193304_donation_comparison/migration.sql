CREATE TABLE "card_testing_attacks" (
	"id" uuid PRIMARY KEY,
	"started_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"attempts" integer NOT NULL,
	CONSTRAINT "card_testing_attacks_attempts_range" CHECK ("attempts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "donation_differences" (
	"id" uuid PRIMARY KEY,
	"provider" text NOT NULL,
	"intent_id" text NOT NULL,
	"kind" text NOT NULL,
	"donation_id" uuid,
	"recorded" integer,
	"taken" integer,
	"currency" text NOT NULL,
	"found_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp(3) with time zone,
	"settled_at" timestamp(3) with time zone,
	CONSTRAINT "donation_differences_unique" UNIQUE("intent_id","kind"),
	CONSTRAINT "donation_differences_provider_known" CHECK ("provider" in ('stripe', 'sandbox')),
	CONSTRAINT "donation_differences_kind_known" CHECK ("kind" in ('payment_missing', 'payment_unknown', 'amount', 'currency', 'refund_missing', 'refund_unknown')),
	CONSTRAINT "donation_differences_recorded_range" CHECK ("recorded" >= 0),
	CONSTRAINT "donation_differences_taken_range" CHECK ("taken" >= 0)
);
--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "refund_failed_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "processing_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "card_testing_attacks_open_unique" ON "card_testing_attacks" (("ended_at" is null)) WHERE "ended_at" is null;--> statement-breakpoint
CREATE INDEX "card_testing_attacks_last" ON "card_testing_attacks" ("last_at");--> statement-breakpoint
CREATE INDEX "donation_differences_donation" ON "donation_differences" ("donation_id");--> statement-breakpoint
CREATE INDEX "donation_differences_open" ON "donation_differences" ("found_at","id") WHERE "closed_at" is null and "settled_at" is null;--> statement-breakpoint
ALTER TABLE "donation_differences" ADD CONSTRAINT "donation_differences_donation_id_donations_id_fkey" FOREIGN KEY ("donation_id") REFERENCES "donations"("id");--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_refund_failed_amount_range" CHECK ("refund_failed_amount" >= 0);--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_known", ADD CONSTRAINT "audit_log_action_known" CHECK ("action" in ('admin.created', 'admin.signed_in', 'admin.password_changed', 'admin.password_reset', 'factor.added', 'factor.renamed', 'factor.removed', 'factor.codes_renewed', 'factor.code_used', 'factor.reset', 'user.role_changed', 'user.signed_out', 'contact.replied', 'contact.moved', 'contact.deleted', 'contact.restored', 'chat.read', 'chat.responded', 'chat.moved', 'chat.assigned', 'chat.blocked', 'chat.unblocked', 'chat.settled', 'saved_reply.created', 'saved_reply.updated', 'saved_reply.deleted', 'team.created', 'team.updated', 'team.deleted', 'team.restored', 'team.ordered', 'post.created', 'post.updated', 'post.deleted', 'post.restored', 'testimonial.created', 'testimonial.updated', 'testimonial.deleted', 'testimonial.restored', 'picture.added', 'donation.refunded', 'donation.receipt_sent', 'donation.statement_sent', 'donation.difference_settled', 'list.exported', 'job.retried'));--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_state_known", ADD CONSTRAINT "refunds_state_known" CHECK ("state" in ('requested', 'accepted', 'refused', 'failed'));