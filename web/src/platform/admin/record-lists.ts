import type { Page } from "@haitech/contract/lists"
import type { ListDescriptor } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { type InfiniteData, useQueryClient } from "@tanstack/react-query"
import { queryKey } from "#platform/http/calls.ts"

export const deletionKey = (list: Pick<ListDescriptor<never, unknown>, "path">) => ["deletion", list.path]

type Update<Row> = (rows: readonly Row[]) => readonly Row[]

/** Updates all cached pages of a list, with any search or filter. */
export function useRecordLists<Row extends { readonly id: string }>(list: ListDescriptor<never, Row>) {
  const client = useQueryClient()
  const listKey = queryKey(list)
  const change = (update: Update<Row>) =>
    void client.setQueriesData<InfiniteData<Page<Row>> | Row>(
      { queryKey: listKey },
      // Single records are cached under the same key prefix.
      (cached) => (cached && "pages" in cached ? updatePages(cached, update) : cached),
    )
  return {
    change,
    async applyOptimistically(update: Update<Row>) {
      await client.cancelQueries({ queryKey: listKey })
      const snapshot = client.getQueriesData({ queryKey: listKey })
      change(update)
      return { rollback: () => snapshot.forEach(([key, list]) => client.setQueryData(key, list)) }
    },
    refresh: () =>
      Promise.all(
        [listKey, queryKey(routes.listAudit)].map((stale) => client.invalidateQueries({ queryKey: stale })),
      ).then(() => undefined),
  }
}

/** The pages keep their lengths, so a row can move from one page to another. */
function updatePages<Row>(list: InfiniteData<Page<Row>>, update: Update<Row>): InfiniteData<Page<Row>> {
  const before = list.pages.flatMap(({ rows }) => rows)
  const after = update(before)
  const removed = before.length - after.length
  let from = 0
  const pages = list.pages.map((page) => {
    const rows = after.slice(from, from + page.rows.length)
    from += page.rows.length
    return { ...page, rows, total: page.total - removed }
  })
  return { ...list, pages }
}
