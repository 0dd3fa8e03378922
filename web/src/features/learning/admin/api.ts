import type { CertificateRecord } from "@haitech/contract/certificates"
import type { HelpRequest } from "@haitech/contract/help-requests"
import type { Descriptor } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useRecordLists } from "#platform/admin/record-lists.ts"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { queryKey } from "#platform/http/calls.ts"
import { fetchPage } from "#platform/http/fetch-page.ts"
import { request } from "#platform/http/request.ts"

const COURSES = queryKey(routes.listCourseRecords)
const QUESTIONS = queryKey(routes.listHelpRequests)
const MAX_ROWS = "500"

/** One course with its lessons. */
export function useCourse(id: string) {
  const { language } = useLearningAdminApp()
  return useQuery({
    queryKey: [...COURSES, id],
    queryFn: () => request(routes.readCourseRecord, { params: { id } }, language),
  })
}

type Publication = Descriptor<{ params: { id: string }; body: { isPublished: boolean } }, unknown>

/** Publishes a course or a lesson, or takes it offline. */
export function usePublish(route: Publication, id: string) {
  const { language } = useLearningAdminApp()
  const refresh = useRefreshCourses()
  return useMutation({
    mutationFn: (isPublished: boolean) => request(route, { params: { id }, body: { isPublished } }, language),
    onSettled: refresh,
  })
}

/** Refetches the courses and the history. */
export function useRefreshCourses() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [COURSES, queryKey(routes.listAudit)].map((stale) => client.invalidateQueries({ queryKey: stale })),
    ).then(() => undefined)
}

/** How many questions wait, by the address of the course; those of the first 500. */
export function useWaitingQuestions() {
  const { language } = useLearningAdminApp()
  return useQuery({
    queryKey: [...QUESTIONS, "waiting"],
    queryFn: async () => {
      const { rows, total } = await fetchPage(
        routes.listHelpRequests,
        { isResolved: "false", limit: MAX_ROWS },
        language,
      )
      const counts = new Map<string, number>()
      for (const { courseSlug } of rows) counts.set(courseSlug, (counts.get(courseSlug) ?? 0) + 1)
      return { counts, total }
    },
  })
}

interface SettleInput {
  readonly ids: readonly string[]
  readonly isResolved: boolean
  readonly onDone?: (id: string) => void
}

/** Settles questions or opens them again, one after the other, and stops at the first failure. */
export function useSettleQuestions() {
  const { language } = useLearningAdminApp()
  const lists = useRecordLists<HelpRequest>(routes.listHelpRequests)
  return useMutation({
    mutationFn: async ({ ids, isResolved, onDone }: SettleInput) => {
      for (const id of ids) {
        const saved = await request(routes.resolveHelpRequest, { params: { id }, body: { isResolved } }, language)
        lists.change((rows) => rows.map((row) => (row.id === id ? saved : row)))
        onDone?.(id)
      }
    },
    onSettled: lists.refresh,
  })
}

export function useRevokeCertificate(id: string) {
  const { language } = useLearningAdminApp()
  const lists = useRecordLists<CertificateRecord>(routes.listIssuedCertificates)
  return useMutation({
    mutationFn: (reason: string) => request(routes.revokeCertificate, { params: { id }, body: { reason } }, language),
    onSuccess: (saved) => lists.change((rows) => rows.map((row) => (row.id === id ? saved : row))),
    // After a failure too, because only the response may have got lost.
    onSettled: lists.refresh,
  })
}
