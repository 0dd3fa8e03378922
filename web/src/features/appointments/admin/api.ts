import { routes } from "@haitech/contract/routes"
import { useQuery } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

export const useCalendar = () => useQuery(read(routes.readCalendar, useAdminApp().language))

export function useAppointment(id: string | null) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: [...queryKey(routes.listAppointments), id],
    queryFn: () => request(routes.readAppointment, { params: { id: id ?? "" } }, language),
    enabled: id !== null,
  })
}
