import type { Page } from "@haitech/contract/lists"
import type { Route } from "@haitech/contract/route"
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation, useNavigate } from "react-router"
import { useAdminApp } from "./app.tsx"
import { fetchPage } from "./fetch-page.ts"
import { CallFailed } from "./request.ts"

const ROWS = "50"

interface Options {
  /** Filters that stand in the address, beside the search and the order. */
  readonly filters?: readonly string[]
  /** How often it is asked again, in ms (§9); not while the page is hidden. */
  readonly every?: number | undefined
}

/** A list of the office: what it shows stands in the address, so that it can be kept, sent and gone back to. */
export function useRecords<Row extends { readonly id: string }>(
  path: Route["path"],
  { filters = [], every }: Options = {},
) {
  const { language } = useAdminApp()
  const { search } = useLocation()
  const navigate = useNavigate()
  const address = new URLSearchParams(search)
  const asked = Object.fromEntries(
    ["q", "sort", ...filters].flatMap((name) => (address.get(name) ? [[name, address.get(name) ?? ""]] : [])),
  )
  const query = useInfiniteQuery({
    queryKey: [...path.slice(1).split("/"), asked],
    queryFn: ({ pageParam }): Promise<Page<Row>> =>
      fetchPage(path, { ...asked, limit: ROWS, ...(pageParam && { cursor: pageParam }) }, language),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: every ?? false,
  })

  function change(changes: Readonly<Record<string, string | null>>, keep: "replace" | "push" = "replace") {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    void navigate({ search: next.toString() }, { replace: keep === "replace" })
  }

  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const openId = address.get("open")
  const opened = rows.find(({ id }) => id === openId)
  // What the address named when the page was opened. What was once there only leaves with its list.
  const [linkedId, setLinkedId] = useState(openId)
  if (opened && linkedId !== null) setLinkedId(null)
  return {
    query,
    rows,
    total: query.data?.pages[0]?.total,
    asked,
    change,
    openId,
    opened,
    /** A link to what is not in the list. */
    isMissing: openId !== null && openId === linkedId && !opened && query.isSuccess && !query.isFetching,
    open: (id: string | null) => change({ open: id }, id && !openId ? "push" : "replace"),
    /** The whole list as a file: what it is narrowed to, in no order of its own. */
    exportAddress(of: string) {
      const { sort: _sort, ...narrowed } = asked
      return `${of}?${new URLSearchParams(narrowed)}`
    },
  }
}

/** The same, with what is open read by its id, wherever it stands in the list. */
export function withRead<Row extends { readonly id: string }>(
  records: Records<Row>,
  { data, error }: { readonly data: Row | undefined; readonly error: unknown },
): Records<Row> {
  const isUnknown = error instanceof CallFailed && (error.status === 404 || error.status === 400)
  const opened = records.opened ?? (isUnknown ? undefined : data)
  return { ...records, opened, isMissing: isUnknown && !opened }
}

export type Records<Row extends { readonly id: string }> = ReturnType<typeof useRecords<Row>>
