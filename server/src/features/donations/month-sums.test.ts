import { sql } from "drizzle-orm"
import fc from "fast-check"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Db, openDb } from "#platform/db/client.ts"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { compactSums, sumMonths } from "./queries/sums.ts"

const ZONES = [
  "America/New_York",
  "America/Port-au-Prince",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Etc/GMT+12",
  "Australia/Lord_Howe",
  "UTC",
]

let fresh: FreshDatabase
beforeEach(async () => {
  fresh = await freshDatabase()
})
afterEach(() => fresh.release())

/** Adds up all donations, without the sums that the database keeps. */
async function addUp(db: Db, timeZone: string) {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select month, count(*)::int as count, sum(amount)::float8 as amount, sum(refunded_amount)::float8 as refunded,
      sum(disputed)::float8 as disputed, (sum(amount) - sum(refunded_amount) - sum(disputed))::float8 as net
    from (select amount, refunded_amount, to_char(paid_at at time zone ${timeZone}, 'YYYY-MM') as month,
      case status when 'disputed' then amount - refunded_amount else 0 end as disputed
      from donations where paid_at is not null) as paid
    group by month order by month`)
  return rows
}

/** @returns how many months each zone has */
async function expectSumsOfDonations(): Promise<number[]> {
  const counts: number[] = []
  for (const zone of ZONES) {
    const months = await sumMonths(fresh.db, zone)
    expect(months, zone).toEqual(await addUp(fresh.db, zone))
    counts.push(months.length)
  }
  return counts
}

const QUARTER_HOUR_MS = 15 * 60 * 1000
const START = Date.UTC(2025, 9)

/** Mostly within 15 hours of the start of a month of UTC, often on a quarter hour or a millisecond beside it. */
const paidAt = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.date({ min: new Date(START), max: new Date(Date.UTC(2026, 6)), noInvalidDate: true }) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: -60, max: 60 }), fc.constantFrom(-1, 0, 1, 500_000))
      .map(([month, quarters, more]) => new Date(Date.UTC(2025, 9 + month) + quarters * QUARTER_HOUR_MS + more)),
  },
)
const payment = fc.record({
  paidAt,
  amount: fc.integer({ min: 500, max: 100_000 }),
  status: fc.constantFrom("pending", "succeeded", "failed", "refunded", "partially_refunded", "disputed"),
  refundedShare: fc.constantFrom(0, 0, 0.3, 1),
})
const change = fc.record({
  kind: fc.constantFrom(
    "add",
    "add",
    "add_several",
    "pay",
    "refund",
    "message",
    "delete",
    "roll_back",
    "shift",
    "upsert",
  ),
  position: fc.nat(),
  payment,
})
type Change = ReturnType<typeof change.generate>["value"]

const CONNECTIONS = 8
const CHANGES = 600

/** Each connection makes its changes to its own donations, all at once, while the sums are compacted. */
async function makeChanges(changes: readonly Change[]): Promise<void> {
  const pools = Array.from({ length: CONNECTIONS }, () => openDb(fresh.connection, { max: 1 }))
  let isWorking = true
  const working = pools.map(async ({ db }, at) => {
    const own = changes.filter((_, index) => index % CONNECTIONS === at)
    for (const [index, one] of own.entries()) await apply(db, `c${at}`, one, index)
  })
  const compacting = [1, 2].map(async () => {
    while (isWorking) await compactSums(fresh.db)
  })
  await Promise.all(working).finally(() => {
    isWorking = false
  })
  await Promise.all(compacting)
  await Promise.all(pools.map(({ close }) => close()))
}

async function apply(db: Db, owner: string, { kind, position, payment: one }: Change, index: number): Promise<void> {
  const { amount, status } = one
  const refunded = Math.floor(amount * one.refundedShare)
  const paid = one.paidAt?.toISOString() ?? null
  const chosen = sql`id = (select id from donations where name = ${owner} order by id
    offset ${position} % greatest((select count(*) from donations where name = ${owner}), 1) limit 1)`
  const add = (count: number) => sql`
    insert into donations (id, name, amount, status, refunded_amount, paid_at, message)
    select gen_random_uuid(), ${owner}, ${amount}, ${status}, ${refunded}, ${paid}::timestamptz + interval '15 minutes' * n, ${`m${index}`}
    from generate_series(1, ${count}::int) n`
  const statements = {
    add: add(1),
    add_several: add(20),
    pay: sql`update donations set paid_at = ${paid}, status = ${status} where ${chosen}`,
    refund: sql`update donations set refunded_amount = amount / 2, status = ${status} where ${chosen}`,
    message: sql`update donations set message = ${`m${index}`} where name = ${owner}`,
    upsert: sql`
      insert into donations (id, name, amount, status, intent_id, paid_at)
      values (gen_random_uuid(), ${owner}, ${amount}, ${status}, ${owner}, ${paid}) on conflict (intent_id)
      do update set amount = excluded.amount, status = excluded.status, paid_at = excluded.paid_at, refunded_amount = 0`,
    delete: sql`delete from donations where ${chosen}`,
    roll_back: add(2),
    shift: sql`update donations set paid_at = paid_at + interval '1 hour', amount = amount + 1 where name = ${owner}`,
  }
  const isRolledBack = kind === "roll_back"
  const work = db.transaction(async (tx) => {
    await tx.execute(statements[kind as keyof typeof statements])
    if (isRolledBack) throw new Error("rolled back")
  })
  await (isRolledBack ? expect(work).rejects.toThrow("rolled back") : work)
}

test.each([1, 2, 3])(
  "after random changes by many connections the sums are those of the donations, seed %d",
  async (seed) => {
    await makeChanges(fc.sample(change, { seed, numRuns: CHANGES }))
    const counts = await expectSumsOfDonations()
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(9)
    await compactSums(fresh.db)
    expect(await fresh.sql`select from donation_sums where backend <> 0`).toHaveLength(0)
    await expectSumsOfDonations()
    await fresh.sql`delete from donations where paid_at < '2026-01-10'`
    await expectSumsOfDonations()
    await fresh.sql`delete from donations`
    expect(new Set(await expectSumsOfDonations())).toEqual(new Set([0]))
  },
)

test("a change that is not of the payment writes no sums", async () => {
  await fresh.sql`insert into donations (id, amount, status, paid_at) values (gen_random_uuid(), 500, 'succeeded', now())`
  const versions = () => fresh.sql`select xmin::text from donation_sums`
  const before = await versions()
  await fresh.sql`update donations set message = 'Mèsi', last_event_at = now()`
  await fresh.sql`insert into donations (id, amount) values (gen_random_uuid(), 500)`
  expect([before.length, await versions()]).toEqual([1, before])
})

test.each([
  ["14 hours before the month", "2026-02-28 10:00+00", "2026-02-28 10:00+00"],
  ["just before", "2026-02-28 09:59:59.999999+00", "2026-02-01 12:00+00"],
  ["a quarter hour", "2026-02-28 10:15+00", "2026-02-28 10:15+00"],
  ["just before", "2026-02-28 10:14:59.999999+00", "2026-02-28 10:00+00"],
  ["the month", "2026-03-01 00:00+00", "2026-03-01 00:00+00"],
  ["just before", "2026-02-28 23:59:59.999999+00", "2026-02-28 23:45+00"],
  ["just after", "2026-03-01 00:00:00.000001+00", "2026-03-01 00:00+00"],
  ["12 hours after the month", "2026-03-01 12:00+00", "2026-03-01 12:00+00"],
  ["just before", "2026-03-01 11:59:59.999999+00", "2026-03-01 11:45+00"],
  ["just after", "2026-03-01 12:00:00.000001+00", "2026-03-01 12:00+00"],
  ["in another zone", "2026-03-15 12:00-05", "2026-03-01 12:00+00"],
  ["in a leap year", "2028-02-29 09:59:59.999999+00", "2028-02-01 12:00+00"],
  ["at the end of the year", "2026-12-31 10:00+00", "2026-12-31 10:00+00"],
])("%s, %s belongs to the period that begins at %s", async (_, at, period) => {
  for (const zone of ["UTC", "Pacific/Kiritimati"])
    await fresh.sql.begin(async (tx) => {
      await tx.unsafe(`set local time zone '${zone}'`)
      expect(await tx`select payment_period(${at}) = ${period}::timestamptz as is_it`).toEqual([{ is_it: true }])
    })
})

test("no time zone divides a period between two months", async () => {
  const divided = await fresh.sql`
    with instants as (select at, payment_period(at) as period
      from generate_series(timestamptz '2026-01-01 00:00+00', '2027-06-01', '15 minutes') at),
    periods as (select period, max(at) + interval '14 minutes 59.999999 seconds' as last from instants group by period)
    select zone, period, last from periods, unnest(${Intl.supportedValuesOf("timeZone").concat(ZONES)}::text[]) zone
    where date_trunc('month', period at time zone zone) <> date_trunc('month', last at time zone zone)`
  expect(divided).toEqual([])
})
