import type { ContactState } from "@haitech/contract/admin/outreach"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useRecordLists } from "#platform/admin/record-lists.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { queryKey } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

const CONTACTS = queryKey(routes.listContacts)
const STALE = [CONTACTS, ...[routes.listWaiting, routes.readOverview, routes.listAudit].map(queryKey)]

export function useContact(id: string | null) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: [...CONTACTS, id],
    queryFn: () => request(routes.readContact, { params: { id: id ?? "" } }, language),
    enabled: id !== null,
  })
}

interface MoveInput {
  readonly ids: readonly string[]
  readonly state: ContactState
  readonly onDone?: (id: string) => void
}

/** Moves messages to a state one after the other and stops at the first failure. */
export function useMoveContacts() {
  const { language } = useAdminApp()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ ids, state, onDone }: MoveInput) => {
      for (const id of ids) {
        await request(routes.changeContactState, { params: { id }, body: { state } }, language)
        onDone?.(id)
      }
    },
    onSettled: refresh,
  })
}

export function useReply() {
  const { language } = useAdminApp()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: InputOf<typeof routes.replyToContact>["body"]) =>
      request(routes.replyToContact, { body }, language),
    // After a failure too, because only the response may have got lost.
    onSettled: refresh,
  })
}

function useRefresh() {
  const client = useQueryClient()
  return () => void STALE.forEach((queryKey) => void client.invalidateQueries({ queryKey }))
}

export function useEndNewsletters(id: string) {
  const { language } = useAdminApp()
  const lists = useRecordLists(routes.listMemberships)
  return useMutation({
    mutationFn: () => request(routes.endMemberNewsletters, { params: { id } }, language),
    onSuccess: (member) => lists.change((rows) => rows.map((row) => (row.id === member.id ? member : row))),
    onSettled: () => void lists.refresh(),
  })
}
