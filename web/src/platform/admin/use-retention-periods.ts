import { routes } from "@haitech/contract/routes"
import { useQuery } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { read } from "#platform/http/calls.ts"

/** How long each kind of data is stored, in its unit; undefined until it is known. */
export function useRetentionPeriods() {
  return useQuery({ ...read(routes.readRetentionPeriods, useAdminApp().language), staleTime: 60_000 }).data
}
