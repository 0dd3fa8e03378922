import type { readCalendar } from "@haitech/contract/admin/appointments"
import { useQuery } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { call } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

const CALENDAR = call<typeof readCalendar>("GET", "/api/admin/calendar")

/** Loads the counts of appointment requests. */
export function useCalendar() {
  const { language } = useAdminApp()
  return useQuery({ queryKey: ["api", "admin", "calendar"], queryFn: () => request(CALENDAR, {}, language) })
}
