-- What was paid by month, so that a read does not add up all donations. The site's time zone, which may change, decides to
-- which month a payment belongs. A month of any zone begins between 14 hours before and 12 hours after that of UTC, on a
-- quarter hour. There each quarter hour is a period, and the rest of the month is one: no zone divides a period.
CREATE TABLE "donation_sums" (
	"period" timestamp(3) with time zone,
	"backend" integer,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"disputed" bigint NOT NULL,
	CONSTRAINT "donation_sums_pkey" PRIMARY KEY("period","backend")
);
--> statement-breakpoint
-- The first instant of the period.
CREATE FUNCTION payment_period(paid_at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
	SELECT least(
		date_bin('15 minutes', paid_at AT TIME ZONE 'UTC', '2000-01-01'),
		date_trunc('month', paid_at AT TIME ZONE 'UTC' + interval '14 hours') + interval '12 hours'
	) AT TIME ZONE 'UTC'
$$;--> statement-breakpoint
-- Processes of the release before write meanwhile: each donation must be counted either by the trigger or below.
LOCK TABLE "donations" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_donations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	more bigint := 0; fewer bigint := 0; given bigint := 0; taken bigint := 0;
	plus donation_sums[]; minus donation_sums[];
BEGIN
	IF tg_op <> 'DELETE' THEN
		SELECT count(*), coalesce(sum(amount) FILTER (WHERE status = 'succeeded'), 0) INTO more, given FROM added;
		plus := ARRAY(
			SELECT ROW(payment_period(paid_at), 0, count(*), sum(amount), sum(refunded_amount),
				coalesce(sum(amount - refunded_amount) FILTER (WHERE status = 'disputed'), 0))::donation_sums
			FROM added WHERE paid_at IS NOT NULL GROUP BY payment_period(paid_at));
	END IF;
	IF tg_op <> 'INSERT' THEN
		SELECT count(*), coalesce(sum(amount) FILTER (WHERE status = 'succeeded'), 0) INTO fewer, taken FROM gone;
		minus := ARRAY(
			SELECT ROW(payment_period(paid_at), 0, -count(*), -sum(amount), -sum(refunded_amount),
				-coalesce(sum(amount - refunded_amount) FILTER (WHERE status = 'disputed'), 0))::donation_sums
			FROM gone WHERE paid_at IS NOT NULL GROUP BY payment_period(paid_at));
	END IF;
	PERFORM tally('donations', more - fewer);
	PERFORM tally('donations.succeeded', given - taken);
	INSERT INTO donation_sums AS sums
		SELECT period, pg_backend_pid(), sum(count), sum(amount), sum(refunded), sum(disputed)
		FROM unnest(plus || minus) GROUP BY period
		HAVING (sum(count), sum(amount), sum(refunded), sum(disputed)) <> (0, 0, 0, 0)
	ON CONFLICT (period, backend) DO UPDATE SET
		count = sums.count + excluded.count, amount = sums.amount + excluded.amount,
		refunded = sums.refunded + excluded.refunded, disputed = sums.disputed + excluded.disputed;
	RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO "donation_sums"
	SELECT payment_period(paid_at), 0, count(*), sum(amount), sum(refunded_amount),
		coalesce(sum(amount - refunded_amount) FILTER (WHERE status = 'disputed'), 0)
	FROM "donations" WHERE paid_at IS NOT NULL GROUP BY payment_period(paid_at);
