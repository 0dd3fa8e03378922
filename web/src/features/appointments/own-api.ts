import type { OwnAppointment } from "@haitech/contract/appointments"
import { routes } from "@haitech/contract/routes"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"
import { loadSlots } from "./load-slots.ts"
import type { SessionReport } from "./report-session.tsx"
import type { SessionChange } from "./use-session-change.ts"

/** Changes a member's own session and stores the server's version of it. */
export function useChangeSession() {
  const { language } = useApp()
  const client = useQueryClient()
  return async (id: OwnAppointment["id"], change: SessionChange): Promise<void> => {
    const changed = await request(routes.changeOwnAppointment, { params: { id }, body: { change } }, language)
    client.setQueryData(read(routes.listOwnAppointments, language).queryKey, (sessions) =>
      sessions?.map((session) => (session.id === id ? changed : session)),
    )
  }
}

export function useReportSession() {
  const { language } = useApp()
  return (id: OwnAppointment["id"], report: SessionReport): Promise<void> =>
    request(routes.reportAppointment, { params: { id }, body: report }, language)
}

/** The open slots of the coming weeks. */
export function useSlots() {
  const { language, timeZone } = useApp()
  return useQuery({
    queryKey: queryKey(routes.listOpenSlots),
    queryFn: () => loadSlots(language, timeZone),
  })
}
