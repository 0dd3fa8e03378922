import type { ListInput } from "@haitech/contract/lists"
import type { Descriptor, Download, ListDescriptor } from "@haitech/contract/route"
import { keepPreviousData, useInfiniteQuery, useIsMutating } from "@tanstack/react-query"
import { useState } from "react"
import { useSearchParams } from "wouter"
import { useAdminApp } from "#platform/app/app.tsx"
import { queryKey } from "#platform/http/calls.ts"
import { fetchPage } from "#platform/http/fetch-page.ts"
import { CallFailed } from "#platform/http/request.ts"
import { deletionKey } from "./record-lists.ts"

const PAGE_SIZE = "50"

interface Options<Query> {
  /** Fields of the query that are in the URL, besides the search and the sort order. */
  readonly filters?: readonly (keyof Query & string)[]
  /** Refetch interval in ms (spec §9); paused while the page is in the background. */
  readonly refetchMs?: number | undefined
}

/** An admin list. Its filters and the open record are in the URL, for bookmarks, links and back navigation. */
export function useRecords<Query extends ListInput, Row extends { readonly id: string }>(
  list: ListDescriptor<Query, Row>,
  { filters = [], refetchMs }: Options<NoInfer<Query>> = {},
) {
  const { language } = useAdminApp()
  const [searchParams, setSearchParams] = useSearchParams()
  const params: Partial<Record<keyof Query & string, string>> = {}
  for (const name of ["q", "sort", ...filters] as const) {
    const value = searchParams.get(name)
    if (value) params[name] = value
  }
  const query = useInfiniteQuery({
    queryKey: [...queryKey(list), params],
    queryFn: ({ pageParam }) =>
      fetchPage(list, { ...params, limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) }, language),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs ?? false,
  })

  function change(names: readonly string[], value: string | null, mode: "replace" | "push" = "replace") {
    const next = new URLSearchParams(searchParams)
    for (const name of names) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setSearchParams(next, { replace: mode === "replace" })
  }

  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const openId = searchParams.get("open")
  const listed = rows.find(({ id }) => id === openId)
  // A record that is being deleted stays open until that has succeeded.
  const isDeleting = useIsMutating({ mutationKey: deletionKey(list) }) > 0
  const [lastListed, setLastListed] = useState(listed)
  if (listed && listed !== lastListed) setLastListed(listed)
  const opened = listed ?? (isDeleting && lastListed?.id === openId ? lastListed : undefined)
  const isLinked = useIsLinked(openId, opened !== undefined)
  return {
    query,
    rows,
    total: query.data?.pages[0]?.total,
    params,
    /** Sets a field of the query; a null removes it. */
    set: (name: keyof Query & string, value: string | null) => change([name], value),
    /** Removes fields of the query: without `names` the search and all filters. */
    clear: (names: readonly (keyof Query & string)[] = ["q", ...filters]) => change(names, null),
    isFiltered: ["q", ...filters].some((name) => searchParams.get(name)),
    openId,
    opened,
    isLinked,
    /** The link names a record that is not in the list. */
    isMissing: isLinked && !opened && query.isSuccess && !query.isFetching,
    open: (id: string | null) => change(["open"], id, id && !openId ? "push" : "replace"),
    /** Closes the record if it is the open one by now. */
    close(id: string) {
      if (new URLSearchParams(location.search).get("open") !== id) return
      setSearchParams((current) => new URLSearchParams([...current].filter(([name]) => name !== "open")), {
        replace: true,
      })
    },
    /** The address of the export: with the filters, without the sort order. */
    exportAddress({ path }: Descriptor<never, Download>) {
      return `${path}?${new URLSearchParams(Object.entries(params).filter(([name]) => name !== "sort"))}`
    },
  }
}

/** Whether a record is open because the page's URL named it, and was never in the list. Once listed, none becomes missing. */
function useIsLinked(openId: string | null, isListed: boolean): boolean {
  const [linkedId, setLinkedId] = useState(openId)
  if (isListed && linkedId !== null) setLinkedId(null)
  return openId !== null && openId === linkedId
}

/** The same list, with the open record read by its id, so that it need not be among the loaded rows. */
export function withOpenRecord<Row extends { readonly id: string }, Query extends ListInput>(
  records: Records<Row, Query>,
  { data, error }: { readonly data: Row | undefined; readonly error: unknown },
): Records<Row, Query> {
  const isUnknown = error instanceof CallFailed && (error.status === 404 || error.status === 400)
  const opened = records.opened ?? (isUnknown ? undefined : data)
  return { ...records, opened, isMissing: isUnknown && !opened }
}

export type Records<Row extends { readonly id: string }, Query extends ListInput = ListInput> = ReturnType<
  typeof useRecords<Query, Row>
>
