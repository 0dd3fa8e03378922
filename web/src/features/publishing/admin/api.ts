import type {
  changeTeamOrder,
  createPost,
  createTeamMember,
  createTestimonial,
  PostRecord,
  TeamRecord,
  TestimonialRecord,
  uploadSitePicture,
} from "@haitech/contract/admin/publishing"
import type { Page } from "@haitech/contract/lists"
import type { Route, RouteInput } from "@haitech/contract/route"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRecordLists } from "#platform/admin/record-lists.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { call } from "#platform/http/calls.ts"
import { fetchPage } from "#platform/http/fetch-page.ts"
import { request } from "#platform/http/request.ts"

/** The records that administrators edit, by the last segment of their path. */
export interface Rows {
  readonly team: TeamRecord
  readonly blog: PostRecord
  readonly testimonials: TestimonialRecord
}
export type Noun = keyof Rows

export interface Forms {
  readonly team: RouteInput<typeof createTeamMember>["body"]
  readonly blog: RouteInput<typeof createPost>["body"]
  readonly testimonials: RouteInput<typeof createTestimonial>["body"]
}

const ORDER = call<typeof changeTeamOrder>("PUT", "/api/admin/team-order")
const UPLOAD = call<typeof uploadSitePicture>("POST", "/api/admin/pictures", { upload: true })
const MAX_ROWS = "500"
/** The mutation key of picture uploads, which a form waits for. */
export const UPLOAD_KEY = ["site-picture"]
const ORDER_KEY = ["team-order"]

/** Saves a record; without an `id` it creates one, whose id is in the form. */
export function useSaveRecord<N extends Noun>(noun: N) {
  const { language } = useAdminApp()
  const lists = useRecordLists<Rows[N]>(noun)
  return useMutation({
    mutationFn: async ({ id, form }: { readonly id: string | undefined; readonly form: Forms[N] }) => {
      const route = id ? call("PUT", `/api/admin/${noun}/:id`) : call("POST", `/api/admin/${noun}`)
      return (await request(route, { params: { id }, body: form } as RouteInput<Route>, language)) as Rows[N]
    },
    onSuccess: (saved) => lists.change((rows) => rows.map((row) => (row.id === saved.id ? saved : row))),
    // After a failure too, because only the response may have got lost.
    onSettled: () => void lists.refresh(),
  })
}

/** Loads the current version of a record, undefined if it is deleted. It pages, because no route returns one record. */
export async function readRecord<N extends Noun>(noun: N, id: string, language: string): Promise<Rows[N] | undefined> {
  let cursor: string | null = null
  do {
    const page: Page<Rows[N]> = await fetchPage(
      `/api/admin/${noun}`,
      { limit: MAX_ROWS, ...(cursor && { cursor }) },
      language,
    )
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
  const lists = useRecordLists<TeamRecord>("team")
  return useMutation({
    mutationKey: ORDER_KEY,
    scope: { id: "team-order" },
    mutationFn: (ids: readonly string[]) =>
      request(ORDER, { body: { ids: [...ids] } } as unknown as RouteInput<typeof ORDER>, language),
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
    mutationFn: (image: File) => request(UPLOAD, { body: { image } }, language),
  })
}
