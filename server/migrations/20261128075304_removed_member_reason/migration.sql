ALTER TABLE "study_group_members" ADD COLUMN "removed_reason" text;--> statement-breakpoint
ALTER TABLE "study_group_members" ADD CONSTRAINT "study_group_members_removed_reason_length" CHECK (char_length("removed_reason") between 1 and 500);--> statement-breakpoint
ALTER TABLE "study_group_members" ADD CONSTRAINT "study_group_members_removed" CHECK ("removed_reason" is null or "removed_at" is not null);--> statement-breakpoint
UPDATE "study_group_members" SET "removed_reason" = (
  SELECT "after" ->> 'reason' FROM "audit_log"
  WHERE "action" = 'group.member_removed' AND "subject_id" = "group_id" AND "after" ->> 'userId' = "user_id"::text
  ORDER BY "audit_log"."created_at" DESC, "audit_log"."id" DESC LIMIT 1
) WHERE "removed_at" IS NOT NULL;
