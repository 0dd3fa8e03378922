import { routes } from "@haitech/contract/routes"
import { useQuery } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { read } from "#platform/http/calls.ts"

// The calls of single tabs. The dashboard loads `api.ts` at its start, and this module with a tab.

export const useAchievements = () => useQuery(read(routes.listAchievements, useApp().language))
export const useCertificates = () => useQuery(read(routes.listCertificates, useApp().language))
export const useReviews = () => useQuery(read(routes.listReviews, useApp().language))
