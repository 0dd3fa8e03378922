CREATE TABLE "assets" (
	"name" text PRIMARY KEY,
	"type" text NOT NULL,
	"raw" bytea NOT NULL,
	"br" bytea,
	"gz" bytea,
	"used_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "assets_name_length" CHECK (char_length("name") between 1 and 200),
	CONSTRAINT "assets_type_required" CHECK (char_length("type") > 0)
);
--> statement-breakpoint
CREATE TRIGGER assets_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "assets"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
