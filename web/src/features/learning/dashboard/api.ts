import { routes } from "@haitech/contract/routes"
import { useQuery } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { storedRead } from "#platform/offline/stored-read.ts"

export const useCourses = () => useQuery(storedRead(routes.listCourses, useApp().language))
export const useCourseProgress = () => useQuery(storedRead(routes.readProgress, useApp().language))
export const useLearningSummary = () => useQuery(storedRead(routes.readLearningSummary, useApp().language))
