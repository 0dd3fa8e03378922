import { AUDIT_ACTIONS } from "@haitech/contract/audit"
import { index, jsonb, snakeCase, text, uuid } from "drizzle-orm/pg-core"
import { createdAt, id, oneOf } from "#platform/db/columns.ts"

/** Actions of administrators (C20): only changed fields, and people by id only, so that entries may outlive them. */
export const auditLog = snakeCase.table(
  "audit_log",
  {
    id: id(),
    actorId: uuid(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    subjectId: uuid(),
    before: jsonb().$type<Facts>(),
    after: jsonb().$type<Facts>(),
    createdAt: createdAt(),
  },
  (entry) => [
    index("audit_log_newest").on(entry.createdAt, entry.id),
    index("audit_log_actor").on(entry.actorId, entry.createdAt, entry.id),
    index("audit_log_subject").on(entry.subjectId, entry.createdAt, entry.id),
    index("audit_log_action").on(entry.action, entry.createdAt, entry.id),
    oneOf(entry.action, AUDIT_ACTIONS),
  ],
)

export type Facts = Readonly<Record<string, unknown>>
export type AuditRow = typeof auditLog.$inferSelect
