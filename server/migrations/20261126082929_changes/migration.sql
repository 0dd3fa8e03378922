CREATE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', TG_TABLE_NAME);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER testimonials_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "testimonials"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER team_members_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "team_members"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER blog_posts_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "blog_posts"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER courses_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "courses"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER course_texts_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "course_texts"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER lessons_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "lessons"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER lesson_texts_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "lesson_texts"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER available_time_slots_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "available_time_slots"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER tutors_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "tutors"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER appointments_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "appointments"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
