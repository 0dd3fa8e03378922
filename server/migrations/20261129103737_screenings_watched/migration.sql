CREATE TRIGGER screenings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "screenings"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER users_changed AFTER UPDATE OF "approved", "is_admin", "role", "role_approved_at" ON "users"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
