import { routes } from "@haitech/contract/routes"
import { useQuery } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { read } from "#platform/http/calls.ts"

export const useCourses = () => useQuery(read(routes.listCourses, useApp().language))
export const useCourseProgress = () => useQuery(read(routes.readProgress, useApp().language))
export const useLearningSummary = () => useQuery(read(routes.readLearningSummary, useApp().language))
