import type { QueryResult } from "pg"
import { inSpan, type Tracing } from "#platform/tracing.ts"

interface Statement {
  readonly name?: string | undefined
  /** With placeholders: the values are personal data. */
  readonly text: string
}

export function traceStatement<Row extends object>(
  tracing: Tracing,
  { name, text }: Statement,
  run: () => Promise<QueryResult<Row>>,
): Promise<QueryResult<Row>> {
  const attributes = { "db.system.name": "postgresql", "db.query.text": text }
  const span = tracing.startStep({ name: name ?? firstWordOf(text), attributes })
  return inSpan(span, run, ({ rowCount }) => ({ attributes: { "db.response.returned_rows": rowCount ?? 0 } }))
}

function firstWordOf(text: string): string {
  return /\w+/.exec(text)?.[0] ?? "statement"
}
