import * as z from "zod/mini"
import { RETENTION_KINDS } from "#retention.ts"
import { route } from "#route.ts"
import { Instant } from "#time.ts"

const RetentionKind = z.enum(RETENTION_KINDS, "invalid")
const MAX_PERIOD = 999

/** `due` counts the rows that the next cleanup deletes, `pending` is a shorter period that does not act yet. */
export const RetentionRecord = z.object({
  kind: RetentionKind,
  version: z.int(),
  period: z.int(),
  pending: z.nullable(z.object({ period: z.int(), appliesAt: Instant })),
  rows: z.int(),
  due: z.int(),
})
export type RetentionRecord = z.output<typeof RetentionRecord>

export const listRetention = route({
  method: "GET",
  path: "/api/admin/retention",
  access: "admin",
  reply: z.array(RetentionRecord),
})

export const readRetentionPeriods = route({
  method: "GET",
  path: "/api/admin/retention/periods",
  access: "admin",
  reply: z.record(RetentionKind, z.int()),
})

export const countRetention = route({
  method: "GET",
  path: "/api/admin/retention/:kind/count",
  access: "admin",
  params: z.object({ kind: RetentionKind }),
  query: z.strictObject({
    period: z.pipe(z.string("invalid").check(z.regex(/^\d{1,3}$/, "invalid")), z.transform(Number)),
  }),
  reply: z.object({ rows: z.int(), appliesAt: Instant }),
})

/** A shorter period acts after `SHORTENING_DAYS`; the present one again takes it back. */
export const saveRetention = route({
  method: "PUT",
  path: "/api/admin/retention/:kind",
  access: "admin",
  params: z.object({ kind: RetentionKind }),
  body: z.strictObject({
    version: z.int("invalid").check(z.minimum(0, "invalid"), z.maximum(999_999_999, "invalid")),
    period: z
      .int("retention.invalid")
      .check(z.minimum(1, "retention.invalid"), z.maximum(MAX_PERIOD, "retention.invalid")),
  }),
  reply: RetentionRecord,
})

export const retentionAdminApi = { listRetention, readRetentionPeriods, countRetention, saveRetention } as const
