import type { Page } from "@haitech/contract/lists"
import type {
  createPost,
  createTeamMember,
  createTestimonial,
  orderTeam,
  PostRecord,
  TeamRecord,
  TestimonialRecord,
  uploadSitePicture,
} from "@haitech/contract/office-publishing"
import type { Route, Sent } from "@haitech/contract/route"
import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query"
import { useOffice } from "#platform/app.tsx"
import { ask } from "#platform/ask.ts"
import { askPage } from "#platform/ask-page.ts"
import { call } from "#platform/calls.ts"

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
  const { language } = useOffice()
  const lists = useLists(noun)
  return useMutation({
    mutationFn: async ({ id, form }: { readonly id: string | undefined; readonly form: Forms[N] }) => {
      const route = id ? call("PUT", `/api/admin/${noun}/:id`) : call("POST", `/api/admin/${noun}`)
      return (await ask(route, { params: { id }, body: form } as Sent<Route>, language)) as Rows[N]
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
    const page: Page<Rows[N]> = await askPage(
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

/** The row leaves at once, and comes back where the call failed. */
export function useDeleteRecord<N extends Noun>(noun: N) {
  const { language } = useOffice()
  const lists = useLists(noun)
  return useMutation({
    mutationFn: (id: string) =>
      ask(call("DELETE", `/api/admin/${noun}/:id`), { params: { id } } as Sent<Route>, language),
    onMutate: (id) => lists.foresee((rows) => rows.filter((row) => row.id !== id)),
    onError: (_failure, _id, before) => before?.goBack(),
    onSettled: lists.refresh,
  })
}

export function useRestoreRecord<N extends Noun>(noun: N) {
  const { language } = useOffice()
  const lists = useLists(noun)
  return useMutation({
    mutationFn: (id: string) =>
      ask(call("POST", `/api/admin/${noun}/:id/restoration`), { params: { id } } as Sent<Route>, language),
    onSuccess: lists.refresh,
  })
}

/** All of the team in its new order: shown at once, sent one after the other, gone back where it failed. */
export function useOrderTeam() {
  const { language } = useOffice()
  const client = useQueryClient()
  const lists = useLists("team")
  return useMutation({
    mutationKey: ORDERING,
    scope: { id: "team-order" },
    mutationFn: (ids: readonly string[]) =>
      ask(ORDER, { body: { ids: [...ids] } } as unknown as Sent<typeof ORDER>, language),
    onMutate: (ids) => lists.foresee((rows) => rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))),
    onError: (_failure, _ids, before) => before?.goBack(),
    // Not while another order is on its way: what is read before that would move the rows back for a moment.
    onSettled: () => (client.isMutating({ mutationKey: ORDERING }) === 1 ? lists.refresh() : undefined),
  })
}

export function useUploadPicture() {
  const { language } = useOffice()
  return useMutation({
    mutationKey: UPLOADING,
    mutationFn: (image: File) => ask(UPLOAD, { body: { image } }, language),
  })
}

type Change<N extends Noun> = (rows: readonly Rows[N][]) => readonly Rows[N][]

/** Every list of a noun that this page has read, whatever was looked for in it. */
function useLists<N extends Noun>(noun: N) {
  const client = useQueryClient()
  const queryKey = ["api", "admin", noun]
  const change = (by: Change<N>) =>
    void client.setQueriesData<InfiniteData<Page<Rows[N]>>>({ queryKey }, (list) => list && changed(list, by))
  return {
    change,
    async foresee(by: Change<N>) {
      await client.cancelQueries({ queryKey })
      const before = client.getQueriesData({ queryKey })
      change(by)
      return { goBack: () => before.forEach(([key, list]) => client.setQueryData(key, list)) }
    },
    refresh: () =>
      Promise.all(
        [queryKey, ["api", "admin", "latest", noun], ["api", "admin", "audit"]].map((stale) =>
          client.invalidateQueries({ queryKey: stale }),
        ),
      ).then(() => undefined),
  }
}

/** The pages keep their lengths, so that a row may move from one to another. */
function changed<Row>(
  list: InfiniteData<Page<Row>>,
  by: (rows: readonly Row[]) => readonly Row[],
): InfiniteData<Page<Row>> {
  const before = list.pages.flatMap(({ rows }) => rows)
  const after = by(before)
  const gone = before.length - after.length
  let from = 0
  const pages = list.pages.map((page) => {
    const rows = after.slice(from, from + page.rows.length)
    from += page.rows.length
    return { ...page, rows, total: page.total - gone }
  })
  return { ...list, pages }
}
