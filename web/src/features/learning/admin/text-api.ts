import type { LessonTextRecord } from "@haitech/contract/admin/learning"
import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { queryKey } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"
import { useRefreshCourses } from "./api.ts"

const PREVIEWS = queryKey(routes.previewLesson)

interface Loaded {
  readonly version: string | null
  readonly textVersion?: string | null
}

interface TextId extends Record<string, string> {
  readonly id: string
  readonly language: Language
}

const textKey = ({ id, language }: TextId) => ["lesson-text", id, language]

/** The text of a lesson in a language, with its draft. */
export function useLessonText(of: TextId) {
  const app = useLearningAdminApp()
  return useQuery({
    queryKey: textKey(of),
    queryFn: () => request(routes.readLessonText, { params: of }, app.language),
    // The editor keeps its own copy: a refetch would not change it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** What an administrator can do with the draft of a text. The cache then has what the server has stored. */
export function useTextActions(of: TextId) {
  const { language } = useLearningAdminApp()
  const client = useQueryClient()
  const refresh = useRefreshCourses()
  const options = {
    onSuccess: (saved: LessonTextRecord) => void client.setQueryData(textKey(of), saved),
    onSettled: () => void refresh(),
  }
  const save = useMutation({
    ...options,
    mutationFn: (body: Loaded & { readonly content: string }) =>
      request(routes.saveLessonDraft, { params: of, body }, language),
  })
  const publish = useMutation({
    ...options,
    mutationFn: (body: Loaded & { readonly isUpToDate: boolean }) =>
      request(routes.publishLessonDraft, { params: of, body }, language),
  })
  const remove = useMutation({
    ...options,
    mutationFn: (version: string) => request(routes.deleteLessonDraft, { params: of, query: { version } }, language),
  })
  return {
    save: save.mutateAsync,
    publish: publish.mutateAsync,
    remove: remove.mutateAsync,
    /** What the server has stored by now. */
    async readCurrent() {
      const current = await request(routes.readLessonText, { params: of }, language)
      client.setQueryData(textKey(of), current)
      return current
    },
    isBusy: save.isPending || publish.isPending || remove.isPending,
  }
}

/** The lesson of a text, or its mistake. While the next one loads, the last one stays. */
export function useLessonPreview(content: string) {
  const { language } = useLearningAdminApp()
  return useQuery({
    queryKey: [...PREVIEWS, content],
    queryFn: ({ signal }) => request(routes.previewLesson, { body: { content } }, language, { signal }),
    enabled: content.trim() !== "",
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
