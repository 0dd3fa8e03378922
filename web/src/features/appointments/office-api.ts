import type { readCalendar } from "@haitech/contract/office-appointments"
import { useQuery } from "@tanstack/react-query"
import { useOffice } from "#platform/app.tsx"
import { ask } from "#platform/ask.ts"
import { call } from "#platform/calls.ts"

const CALENDAR = call<typeof readCalendar>("GET", "/api/admin/calendar")

/** How many requests there are of each kind. */
export function useCalendar() {
  const { language } = useOffice()
  return useQuery({ queryKey: ["api", "admin", "calendar"], queryFn: () => ask(CALENDAR, {}, language) })
}
