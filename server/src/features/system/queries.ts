import type { WebVitalsReport } from "@haitech/contract/admin/system"
import type { MeasuredPage } from "@haitech/contract/vitals"
import { lt, sql } from "drizzle-orm"
import type { Db } from "#platform/db/client.ts"
import { type VitalRow, webVitals } from "./table.ts"

/** Of a statement, which may have 65,535 parameters. */
const MAX_ROWS = 5000

/** `rows` are sorted, so that two processes lock the same rows in the same order. */
export async function addVitals(db: Db, rows: readonly VitalRow[]): Promise<void> {
  const { day, page, language, line, metric, bound, visits } = webVitals
  await db.transaction(async (tx) => {
    for (let first = 0; first < rows.length; first += MAX_ROWS) {
      await tx
        .insert(webVitals)
        .values(rows.slice(first, first + MAX_ROWS))
        .onConflictDoUpdate({
          target: [day, page, language, line, metric, bound],
          set: { visits: sql`${visits} + excluded.visits` },
        })
    }
  })
}

export async function deleteVitalsBefore(db: Db, day: string): Promise<void> {
  await db.delete(webVitals).where(lt(webVitals.day, day))
}

/** The bound that three visits of four do not exceed: by week and page, and over all pages by language and by line. */
export async function vitalsSince(db: Db, day: string): Promise<Omit<WebVitalsReport, "isOn">> {
  const { rows } = await db.execute<Group & Percentile>(sql`
    with sums as (
      select date_trunc('week', day)::date::text as week, page, language, line, metric, bound,
        sum(visits) as visits
      from ${webVitals} where day >= ${day}
      group by metric, bound, grouping sets ((date_trunc('week', day), page), (language), (line))
    ), counted as (
      select *, sum(visits) over (one order by bound) as reached, sum(visits) over one as total
      from sums window one as (partition by week, page, language, line, metric)
    )
    select week, page, language, line, metric, min(bound) as p75, max(total)::int as visits
    from counted where reached >= 0.75 * total
    group by week, page, language, line, metric
    order by week, page, language, line, metric`)
  return {
    weeks: rows.flatMap(({ week, page, metric, p75, visits }) =>
      week && page ? [{ week, page, metric, p75, visits }] : [],
    ),
    groups: rows.flatMap(({ language, line, metric, p75, visits }) => {
      const name = language ?? line
      return name ? [{ name, metric, p75, visits }] : []
    }),
  }
}

interface Group {
  readonly week: string | null
  readonly page: MeasuredPage | null
  readonly language: VitalRow["language"] | null
  readonly line: VitalRow["line"] | null
}

type Percentile = Pick<WebVitalsReport["weeks"][number], "metric" | "p75" | "visits">
