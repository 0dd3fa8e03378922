import { routes } from "@haitech/contract/routes"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRecordLists } from "#platform/admin/record-lists.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { request } from "#platform/http/request.ts"

/** The mutation key of picture uploads, which a form waits for. */
export const UPLOAD_KEY = ["site-picture"]
const ORDER_KEY = ["team-order"]

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
