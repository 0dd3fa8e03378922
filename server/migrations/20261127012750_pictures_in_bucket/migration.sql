ALTER TABLE "profile_pictures" ALTER COLUMN "small" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "profile_pictures" ALTER COLUMN "large" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "site_pictures" ALTER COLUMN "small" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "site_pictures" ALTER COLUMN "large" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "profile_pictures" ADD CONSTRAINT "profile_pictures_small_with_large" CHECK (("small" is null) = ("large" is null));--> statement-breakpoint
ALTER TABLE "site_pictures" ADD CONSTRAINT "site_pictures_small_with_large" CHECK (("small" is null) = ("large" is null));