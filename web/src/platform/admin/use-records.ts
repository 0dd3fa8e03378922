import type { Page } from "@haitech/contract/lists"
import type { Route } from "@haitech/contract/route"
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useSearchParams } from "wouter"
import { useAdminApp } from "#platform/app/app.tsx"
import { fetchPage } from "#platform/http/fetch-page.ts"
import { CallFailed } from "#platform/http/request.ts"

const PAGE_SIZE = "50"

interface Options {
  /** Filters in the URL, besides the search and the sort order. */
  readonly filters?: readonly string[]
  /** Refetch interval in ms (spec §9); paused while the page is in the background. */
  readonly refetchMs?: number | undefined
}

/** An admin list. Its filters and the open record are in the URL, for bookmarks, links and back navigation. */
export function useRecords<Row extends { readonly id: string }>(
  path: Route["path"],
  { filters = [], refetchMs }: Options = {},
) {
  const { language } = useAdminApp()
  const [searchParams, setSearchParams] = useSearchParams()
  const params = Object.fromEntries(
    ["q", "sort", ...filters].flatMap((name) => (searchParams.get(name) ? [[name, searchParams.get(name) ?? ""]] : [])),
  )
  const query = useInfiniteQuery({
    queryKey: [...path.slice(1).split("/"), params],
    queryFn: ({ pageParam }): Promise<Page<Row>> =>
      fetchPage(path, { ...params, limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) }, language),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs ?? false,
  })

  function change(changes: Readonly<Record<string, string | null>>, mode: "replace" | "push" = "replace") {
    const next = new URLSearchParams(searchParams)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setSearchParams(next, { replace: mode === "replace" })
  }

  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const openId = searchParams.get("open")
  const opened = rows.find(({ id }) => id === openId)
  // The record that the URL named when the page was opened. A record that was once listed does not become missing.
  const [linkedId, setLinkedId] = useState(openId)
  if (opened && linkedId !== null) setLinkedId(null)
  return {
    query,
    rows,
    total: query.data?.pages[0]?.total,
    params,
    change,
    openId,
    opened,
    /** The link names a record that is not in the list. */
    isMissing: openId !== null && openId === linkedId && !opened && query.isSuccess && !query.isFetching,
    open: (id: string | null) => change({ open: id }, id && !openId ? "push" : "replace"),
    /** The address of the export: with the filters, without the sort order. */
    exportAddress(path: string) {
      const { sort: _sort, ...active } = params
      return `${path}?${new URLSearchParams(active)}`
    },
  }
}

/** The same list, with the open record read by its id, so that it need not be among the loaded rows. */
export function withOpenRecord<Row extends { readonly id: string }>(
  records: Records<Row>,
  { data, error }: { readonly data: Row | undefined; readonly error: unknown },
): Records<Row> {
  const isUnknown = error instanceof CallFailed && (error.status === 404 || error.status === 400)
  const opened = records.opened ?? (isUnknown ? undefined : data)
  return { ...records, opened, isMissing: isUnknown && !opened }
}

export type Records<Row extends { readonly id: string }> = ReturnType<typeof useRecords<Row>>
