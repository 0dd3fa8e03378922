import type { PgTable } from "drizzle-orm/pg-core"
import { webVitals } from "#features/system/table.ts"
import { length, range, words } from "#platform/db/testing-violations.ts"
import type { Case, Row } from "#testing-appointment-constraints.ts"

const ROW: Row = { day: "2026-01-02", page: "/", language: "en", line: "4g", metric: "LCP", bound: 2500, visits: 1 }

export const VITAL_ROW: readonly [PgTable, Row, Row] = [webVitals, ROW, {}]

export const VITAL_CHECKS: Readonly<Record<string, Case>> = {
  web_vitals_page_length: [webVitals, "page", ...length(1, 60)],
  web_vitals_language_known: [webVitals, "language", ...words("en", "fr", "ht", "es")],
  web_vitals_line_known: [webVitals, "line", ...words("slow-2g", "2g", "3g", "4g", "unknown")],
  web_vitals_metric_known: [webVitals, "metric", ...words("LCP", "INP", "CLS", "TTFB")],
  web_vitals_bound_range: [webVitals, "bound", ...range(1)],
  web_vitals_visits_range: [webVitals, "visits", ...range(1)],
}
