import { routes } from "@haitech/contract/routes"
import { useQuery } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { storedRead } from "#platform/offline/stored-read.ts"

// The calls of single tabs. The dashboard loads `api.ts` at its start, and this module with a tab.

export const useAchievements = () => useQuery(storedRead(routes.listAchievements, useApp().language))
export const useCertificates = () => useQuery(storedRead(routes.listCertificates, useApp().language))
export const useReviews = () => useQuery(storedRead(routes.listReviews, useApp().language))
