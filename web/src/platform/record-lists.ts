import type { Page } from "@haitech/contract/lists"
import { type InfiniteData, useQueryClient } from "@tanstack/react-query"

type Change<Row> = (rows: readonly Row[]) => readonly Row[]

/** Every list of one kind that this page has read, whatever was looked for in it. `noun` is the last word of its calls. */
export function useRecordLists<Row extends { readonly id: string }>(noun: string) {
  const client = useQueryClient()
  const queryKey = ["api", "admin", noun]
  const change = (by: Change<Row>) =>
    void client.setQueriesData<InfiniteData<Page<Row>> | Row>(
      { queryKey },
      // A record that was read by itself stands under the same name.
      (kept) => (kept && "pages" in kept ? changed(kept, by) : kept),
    )
  return {
    change,
    async applyOptimistically(by: Change<Row>) {
      await client.cancelQueries({ queryKey })
      const before = client.getQueriesData({ queryKey })
      change(by)
      return { rollback: () => before.forEach(([key, list]) => client.setQueryData(key, list)) }
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
function changed<Row>(list: InfiniteData<Page<Row>>, by: Change<Row>): InfiniteData<Page<Row>> {
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
