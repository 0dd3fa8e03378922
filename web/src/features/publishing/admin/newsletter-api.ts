import type { NewsletterRecord } from "@haitech/contract/admin/newsletters"
import type { Language } from "@haitech/contract/languages"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useRecordLists } from "#platform/admin/record-lists.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { queryKey } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

export const NEWSLETTER_ROUTES = {
  list: routes.listNewsletters,
  create: routes.createNewsletter,
  update: routes.updateNewsletter,
  remove: routes.deleteNewsletter,
  restore: routes.restoreNewsletter,
}

/** Under the key of the list, so that a saved newsletter is counted again. */
export function useAudience(id: string) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: [...queryKey(routes.listNewsletters), id, "audience"],
    queryFn: () => request(routes.readNewsletterAudience, { params: { id } }, language),
  })
}

export type PreviewInput = InputOf<typeof routes.previewNewsletter>["body"]

const TYPING_MS = 400

/** The email of what is being written, once the writer pauses. */
export function usePreview(input: PreviewInput) {
  const { language } = useAdminApp()
  const settled = useSettled(JSON.stringify(input))
  return useQuery({
    queryKey: [...queryKey(routes.previewNewsletter), settled],
    queryFn: () => request(routes.previewNewsletter, { body: JSON.parse(settled) }, language),
    placeholderData: keepPreviousData,
  })
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

export function useTest(id: string) {
  const { language } = useAdminApp()
  return useMutation({
    mutationFn: (of: Language) => request(routes.testNewsletter, { params: { id }, body: { language: of } }, language),
  })
}

export function useSend({ id, version }: Pick<NewsletterRecord, "id" | "version">) {
  const { language } = useAdminApp()
  return useChange((at: string | undefined) =>
    request(routes.sendNewsletter, { params: { id }, body: { version, ...(at && { at }) } }, language),
  )
}

export function useMove(id: string) {
  const { language } = useAdminApp()
  return useChange((state: InputOf<typeof routes.moveNewsletter>["body"]["state"]) =>
    request(routes.moveNewsletter, { params: { id }, body: { state } }, language),
  )
}

function useChange<Input>(change: (input: Input) => Promise<NewsletterRecord>) {
  const lists = useRecordLists(routes.listNewsletters)
  return useMutation({
    mutationFn: change,
    onSuccess: (moved) => lists.change((rows) => rows.map((row) => (row.id === moved.id ? moved : row))),
    onSettled: () => void lists.refresh(),
  })
}
