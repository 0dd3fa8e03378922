import type { Language } from "@haitech/contract/languages"
import type { Download } from "@haitech/contract/route"
import { record } from "#platform/audit/record.ts"
import { csvOf } from "#platform/csv.ts"
import type { Db } from "#platform/db/client.ts"
import { type MessageKey, text } from "#platform/messages.ts"

type Title = MessageKey extends infer Key ? (Key extends `column.${infer Name}` ? Name : never) : never

interface Export<Row> {
  readonly list: string
  readonly question: { readonly q?: string | undefined; readonly [filter: string]: unknown }
  readonly language: Language
  readonly titles: readonly Title[]
  readonly rows: AsyncIterable<Row>
  readonly cells: (row: Row) => readonly (string | number | null)[]
}

export async function exportList<Row>(
  db: Db,
  actor: { readonly id: string },
  { list, question: { q, ...filters }, language, titles, rows, cells }: Export<Row>,
): Promise<Download> {
  const after = { list, ...filters, ...(q !== undefined && { isSearched: true }) }
  await record(db, { actor, action: "list.exported", after })
  const head = titles.map((title) => text(language, `column.${title}`))
  return { type: "text/csv; charset=utf-8", name: `${list}.csv`, bytes: csvOf(head, rows, cells) }
}
