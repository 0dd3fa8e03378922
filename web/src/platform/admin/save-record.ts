import type { Page } from "@haitech/contract/lists"
import type { Descriptor, ListDescriptor } from "@haitech/contract/route"
import { useMutation } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { fetchPage } from "#platform/http/fetch-page.ts"
import { request } from "#platform/http/request.ts"
import { useRecordLists } from "./record-lists.ts"

/** The routes of a list whose records administrators edit. */
export interface EditRoutes<Row, Form> {
  readonly list: ListDescriptor<{ limit?: string; cursor?: string }, Row>
  readonly create: Descriptor<{ body: Form & { id: string } }, Row>
  readonly update: Descriptor<{ params: { id: string }; body: Form & { version: number } }, Row>
}

interface Save<Row, Form> {
  /** The version that the form edits; null creates a record with the id `newId`. */
  readonly base: Row | null
  readonly newId: string
  readonly form: Form
}

const MAX_ROWS = "500"

export function useSaveRecord<Row extends { readonly id: string; readonly version: number }, Form>({
  list,
  create,
  update,
}: EditRoutes<Row, Form>) {
  const { language } = useAdminApp()
  const lists = useRecordLists(list)
  return useMutation({
    mutationFn: ({ base, newId, form }: Save<Row, Form>) =>
      base
        ? request(update, { params: { id: base.id }, body: { ...form, version: base.version } }, language)
        : request(create, { body: { ...form, id: newId } }, language),
    onSuccess: (saved) => lists.change((rows) => rows.map((row) => (row.id === saved.id ? saved : row))),
    // After a failure too, because only the response may have got lost.
    onSettled: () => void lists.refresh(),
  })
}

/** Loads the current version of a record, undefined if it is deleted. It pages, because no route returns one record. */
export async function readRecord<Row extends { readonly id: string }>(
  list: EditRoutes<Row, never>["list"],
  id: string,
  language: string,
): Promise<Row | undefined> {
  let cursor: string | null = null
  do {
    const page: Page<Row> = await fetchPage(list, { limit: MAX_ROWS, ...(cursor && { cursor }) }, language)
    const found = page.rows.find((row) => row.id === id)
    if (found) return found
    cursor = page.next
  } while (cursor)
  return undefined
}
