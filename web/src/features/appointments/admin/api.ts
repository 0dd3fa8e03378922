import { routes } from "@haitech/contract/routes"
import { useQuery } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { request } from "#platform/http/request.ts"

export function useCalendar() {
  const { language } = useAdminApp()
  return useQuery({ queryKey: ["api", "admin", "calendar"], queryFn: () => request(routes.readCalendar, {}, language) })
}
