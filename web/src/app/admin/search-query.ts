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
  const found = isLongEnough ? query.data : undefined
  const error = isLongEnough && q === typed ? query.error : null
  const isSettled = !isLongEnough || (q === typed && !query.isFetching)
  return {
    found,
    error,
    retry: query.refetch,
    /** What was found is for the text as it is typed. */
    isSettled,
    /** There is nothing to show yet. */
    isEmptyYet: !isSettled && !error && !found?.groups.length,
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
