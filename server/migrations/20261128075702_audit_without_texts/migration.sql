ALTER TABLE "refunds" ALTER COLUMN "reason" DROP NOT NULL;--> statement-breakpoint
-- The donor's account was erased, or never known.
UPDATE "refunds" SET "reason" = NULL FROM "donations"
WHERE "donations"."id" = "donation_id" AND "name" IS NULL AND "email" IS NULL;--> statement-breakpoint
-- The texts may say who somebody is, and the log outlives the account. Members, posts and refunds have their reasons.
UPDATE "audit_log" SET "after" = ("after" - 'reason') || '{"hasReason": true}'
WHERE "action" IN ('group.member_removed', 'group_post.removed', 'donation.refunded') AND jsonb_exists("after", 'reason');--> statement-breakpoint
UPDATE "audit_log" SET "after" = ("after" - 'q') || '{"isSearched": true}'
WHERE "action" = 'list.exported' AND jsonb_exists("after", 'q');
