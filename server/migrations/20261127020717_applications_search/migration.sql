-- Folding the names of each row that a search looks at took five times as long with a million applications.
ALTER TABLE "volunteer_applications" ADD COLUMN "search" text GENERATED ALWAYS AS (fold(
	"first_name" || ' ' || "last_name" || ' ' || "email")) STORED;--> statement-breakpoint
ALTER TABLE "volunteer_applications" ALTER COLUMN "search" SET STATISTICS 1000;--> statement-breakpoint
DROP INDEX "volunteer_applications_search";--> statement-breakpoint
CREATE INDEX "volunteer_applications_search" ON "volunteer_applications" USING gin ("search" gin_trgm_ops);
