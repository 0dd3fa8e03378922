import type {
  createPost,
  createTeamMember,
  createTestimonial,
  orderTeam,
  PostRecord,
  TeamRecord,
  TestimonialRecord,
  uploadSitePicture,
} from "@haitech/contract/admin/publishing"
import type { Page } from "@haitech/contract/lists"
import type { Route, Sent } from "@haitech/contract/route"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app.tsx"
import { call } from "#platform/calls.ts"
import { fetchPage } from "#platform/fetch-page.ts"
import { useRecordLists } from "#platform/record-lists.ts"
import { request } from "#platform/request.ts"

/** What the office writes, by the last word of its calls. */
export interface Rows {
  readonly team: TeamRecord
  readonly blog: PostRecord
  readonly testimonials: TestimonialRecord
}
export type Noun = keyof Rows

export interface Forms {
  readonly team: Sent<typeof createTeamMember>["body"]
  readonly blog: Sent<typeof createPost>["body"]
  readonly testimonials: Sent<typeof createTestimonial>["body"]
}

const ORDER = call<typeof orderTeam>("PUT", "/api/admin/team-order")
const UPLOAD = call<typeof uploadSitePicture>("POST", "/api/admin/pictures", { upload: true })
const MOST_ROWS = "500"
/** Of every upload that is under way: a form waits for it. */
export const UPLOADING = ["site-picture"]
const ORDERING = ["team-order"]

/** Without an `id` it is a new one, whose own id is in the form. */
export function useSaveRecord<N extends Noun>(noun: N) {
  const { language } = useAdminApp()
  const lists = useRecordLists<Rows[N]>(noun)
  return useMutation({
    mutationFn: async ({ id, form }: { readonly id: string | undefined; readonly form: Forms[N] }) => {
      const route = id ? call("PUT", `/api/admin/${noun}/:id`) : call("POST", `/api/admin/${noun}`)
      return (await request(route, { params: { id }, body: form } as Sent<Route>, language)) as Rows[N]
    },
    onSuccess: (saved) => lists.change((rows) => rows.map((row) => (row.id === saved.id ? saved : row))),
    // Also where it failed: the answer may be what was lost.
    onSettled: () => void lists.refresh(),
  })
}

/** A record as it is now; nothing when it was deleted. There is no call for a single one. */
export async function readRecord<N extends Noun>(noun: N, id: string, language: string): Promise<Rows[N] | undefined> {
  let cursor: string | null = null
  do {
    const page: Page<Rows[N]> = await fetchPage(
      `/api/admin/${noun}`,
      { limit: MOST_ROWS, ...(cursor && { cursor }) },
      language,
    )
    const found = page.rows.find((row) => row.id === id)
    if (found) return found
    cursor = page.next
  } while (cursor)
  return undefined
}

/** All of the team in its new order: shown at once, sent one after the other, gone back where it failed. */
export function useOrderTeam() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  const lists = useRecordLists<TeamRecord>("team")
  return useMutation({
    mutationKey: ORDERING,
    scope: { id: "team-order" },
    mutationFn: (ids: readonly string[]) =>
      request(ORDER, { body: { ids: [...ids] } } as unknown as Sent<typeof ORDER>, language),
    onMutate: (ids) =>
      lists.applyOptimistically((rows) => rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))),
    onError: (_failure, _ids, before) => before?.rollback(),
    // Not while another order is on its way: what is read before that would move the rows back for a moment.
    onSettled: () => (client.isMutating({ mutationKey: ORDERING }) === 1 ? lists.refresh() : undefined),
  })
}

export function useUploadPicture() {
  const { language } = useAdminApp()
  return useMutation({
    mutationKey: UPLOADING,
    mutationFn: (image: File) => request(UPLOAD, { body: { image } }, language),
  })
}
