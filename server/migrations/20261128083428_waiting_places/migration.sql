-- Who was told of a place waits no longer, and gives the place in the list to the next person.
ALTER TABLE "waiting_for_slots" ALTER COLUMN "place" DROP NOT NULL;--> statement-breakpoint
UPDATE "waiting_for_slots" SET "place" = NULL WHERE "told_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "waiting_for_slots" ADD CONSTRAINT "waiting_for_slots_placed" CHECK ("place" is not null or "told_at" is not null);