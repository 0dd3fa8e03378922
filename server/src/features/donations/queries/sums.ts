import { sql } from "drizzle-orm"
import { donationSums } from "#features/donations/table/sums.ts"
import type { Db } from "#platform/db/client.ts"

export interface MonthRow {
  readonly month: string
  readonly count: number
  readonly amount: number
  readonly refunded: number
  readonly disputed: number
  readonly net: number
}

/** Sums of the gifts that were paid, by the month in which they were, the oldest first. */
export async function sumMonths(db: Db, timeZone: string): Promise<MonthRow[]> {
  const { rows } = await db.execute<{ [Name in keyof MonthRow]: MonthRow[Name] }>(sql`
    select to_char(month, 'YYYY-MM') as month, count::int, amount::float8, refunded::float8, disputed::float8,
      (amount - refunded - disputed)::float8 as net
    from (select date_trunc('month', period at time zone ${timeZone}) as month, sum(count) as count,
      sum(amount) as amount, sum(refunded) as refunded, sum(disputed) as disputed
      from ${donationSums} group by 1 having sum(count) > 0) as months
    order by month`)
  return rows
}

export async function compactSums(db: Db): Promise<void> {
  await db.execute(sql`
    with parts as (select period, backend from donation_sums where backend <> 0 for update skip locked),
      deleted as (delete from donation_sums using parts
        where donation_sums.period = parts.period and donation_sums.backend = parts.backend returning donation_sums.*)
    insert into donation_sums as sums
      select period, 0, sum(count), sum(amount), sum(refunded), sum(disputed) from deleted group by period order by period
    on conflict (period, backend) do update set
      count = sums.count + excluded.count, amount = sums.amount + excluded.amount,
      refunded = sums.refunded + excluded.refunded, disputed = sums.disputed + excluded.disputed`)
}
