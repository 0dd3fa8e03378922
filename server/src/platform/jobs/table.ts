import { sql } from "drizzle-orm"
import { index, integer, jsonb, snakeCase, text, unique } from "drizzle-orm/pg-core"
import { createdAt, id, instant } from "#platform/db/columns.ts"

export const PRIORITY = { urgent: 0, normal: 10, low: 20 } as const

/** `key` identifies the effect, so a duplicate is ignored. The payload (personal data) is deleted once it is done. */
export const outbox = snakeCase.table(
  "outbox",
  {
    id: id(),
    kind: text().notNull(),
    key: text().notNull(),
    payload: jsonb(),
    priority: integer().notNull().default(PRIORITY.normal),
    attempts: integer().notNull().default(0),
    dueAt: instant().notNull().defaultNow(),
    sentAt: instant(),
    failedAt: instant(),
    lastError: text(),
    /** Of the request that enqueued it, when that was traced. */
    traceparent: text(),
    createdAt: createdAt(),
  },
  (row) => [
    unique("outbox_key_unique").on(row.key),
    index("outbox_due").on(row.priority, row.dueAt).where(sql`${row.sentAt} is null and ${row.failedAt} is null`),
    index("outbox_sent").on(row.sentAt),
    index("outbox_failed").on(row.failedAt, row.id).where(sql`${row.failedAt} is not null`),
  ],
)

export type OutboxRow = typeof outbox.$inferSelect
