-- The list of what waits computed this time for each conversation: three seconds with 50,000 of them. A trigger, so that
-- messages that a process of the previous version stores count as well.
ALTER TABLE "chat_threads" ADD COLUMN "waiting_since" timestamp(3) with time zone;--> statement-breakpoint
CREATE FUNCTION set_waiting_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF new.sender_type = 'admin' THEN
		UPDATE chat_threads SET waiting_since = NULL WHERE id = new.thread_id AND waiting_since IS NOT NULL;
	ELSE
		UPDATE chat_threads SET waiting_since = new.created_at WHERE id = new.thread_id AND waiting_since IS NULL;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "chat_messages_waiting" AFTER INSERT ON "chat_messages" FOR EACH ROW EXECUTE FUNCTION set_waiting_since();--> statement-breakpoint
UPDATE chat_threads SET waiting_since = unanswered.since FROM (
	SELECT thread_id, min(created_at) AS since FROM chat_messages m
	WHERE sequence > (SELECT coalesce(max(a.sequence), 0) FROM chat_messages a
		WHERE a.thread_id = m.thread_id AND a.sender_type = 'admin')
	GROUP BY thread_id) AS unanswered
WHERE unanswered.thread_id = chat_threads.id;--> statement-breakpoint
CREATE INDEX "chat_threads_waiting" ON "chat_threads" ("waiting_since","id") WHERE ("waiting_since" is not null and "state" = 'open' and "reported_at" is null
    and "blocked_at" is null and "deleted_at" is null);
