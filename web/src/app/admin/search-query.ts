import { routes } from "@haitech/contract/routes"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useSearchAdminApp } from "#platform/app/app.tsx"
import { queryKey } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

/** From the last keystroke to the search. */
const DEBOUNCE_MS = 250

/** What the server finds for a text. While it searches for a longer one, the hits of the one before stay. */
export function useRecordSearch(text: string) {
  const { language, lengths } = useSearchAdminApp()
  const typed = text.trim()
  const q = useDebounced(typed)
  const query = useQuery({
    queryKey: [...queryKey(routes.searchRecords), q],
    queryFn: async ({ signal }) => {
      const { groups } = await request(routes.searchRecords, { query: { q } }, language, { signal })
      return { q, groups }
    },
    enabled: q.length >= lengths.searchStart,
    placeholderData: keepPreviousData,
    // Each opening of the dialog asks again.
    gcTime: 0,
  })
  const isLongEnough = typed.length >= lengths.searchStart
  return {
    found: isLongEnough ? query.data : undefined,
    error: isLongEnough && q === typed ? query.error : null,
    retry: query.refetch,
    /** The groups are those of the text as it is typed. */
    isSettled: !isLongEnough || (q === typed && !query.isFetching),
    /** There is nothing to show yet. */
    isFirst: isLongEnough && !query.data && !query.error,
  }
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
