import type { Page } from "@haitech/contract/lists"
import type { Descriptor, ListDescriptor } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRecordLists } from "#platform/admin/record-lists.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { fetchPage } from "#platform/http/fetch-page.ts"
import { request } from "#platform/http/request.ts"

/** The routes of a list whose records administrators edit. */
export interface EditRoutes<Row, Form> {
  readonly list: ListDescriptor<{ limit?: string; cursor?: string }, Row>
  readonly create: Descriptor<{ body: Form }, Row>
  readonly update: Descriptor<{ params: { id: string }; body: Form }, Row>
}

const MAX_ROWS = "500"
/** The mutation key of picture uploads, which a form waits for. */
export const UPLOAD_KEY = ["site-picture"]
const ORDER_KEY = ["team-order"]

/** Saves a record; without an `id` it creates one, whose id is in the form. */
export function useSaveRecord<Row extends { readonly id: string }, Form>({
  list,
  create,
  update,
}: EditRoutes<Row, Form>) {
  const { language } = useAdminApp()
  const lists = useRecordLists(list)
  return useMutation({
    mutationFn: ({ id, form }: { readonly id: string | undefined; readonly form: Form }) =>
      id ? request(update, { params: { id }, body: form }, language) : request(create, { body: form }, language),
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

/** Reorders the team optimistically, one request after the other, with a rollback on failure. */
export function useOrderTeam() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  const lists = useRecordLists(routes.listTeamRecords)
  return useMutation({
    mutationKey: ORDER_KEY,
    scope: { id: "team-order" },
    mutationFn: (ids: readonly string[]) => request(routes.changeTeamOrder, { body: { ids: [...ids] } }, language),
    onMutate: (ids) =>
      lists.applyOptimistically((rows) => rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))),
    onError: (_failure, _ids, before) => before?.rollback(),
    // Not while another reorder is pending: a refresh before it would briefly move the rows back.
    onSettled: () => (client.isMutating({ mutationKey: ORDER_KEY }) === 1 ? lists.refresh() : undefined),
  })
}

export function useUploadPicture() {
  const { language } = useAdminApp()
  return useMutation({
    mutationKey: UPLOAD_KEY,
    mutationFn: (image: File) => request(routes.uploadSitePicture, { body: { image } }, language),
  })
}
