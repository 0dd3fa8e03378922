import { routes } from "@haitech/contract/routes"
import { useQuery } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { read } from "#platform/http/calls.ts"

/** The sessions that a tutor gives. The server refuses everybody else, so nobody else asks. */
export function useTutorSessions(isTutor = true) {
  return useQuery({ ...read(routes.listTutorSessions, useApp().language), enabled: isTutor })
}
