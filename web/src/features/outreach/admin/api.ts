import type { ContactState, changeContactState, readContact, replyToContact } from "@haitech/contract/admin/outreach"
import type { RouteInput } from "@haitech/contract/route"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { call } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

const CONTACT = call<typeof readContact>("GET", "/api/admin/contacts/:id")
const MOVE = call<typeof changeContactState>("PATCH", "/api/admin/contacts/:id")
const REPLY = call<typeof replyToContact>("POST", "/api/admin/reply")

const CONTACTS = ["api", "admin", "contacts"]
const AUDIT = ["api", "admin", "audit"]

/** Loads a message with its replies. */
export function useContact(id: string | null) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: [...CONTACTS, id],
    queryFn: () => request(CONTACT, { params: { id } } as RouteInput<typeof CONTACT>, language),
    enabled: id !== null,
  })
}

interface MoveInput {
  readonly ids: readonly string[]
  readonly state: ContactState
  /** Called after each moved message. */
  readonly onDone?: (id: string) => void
}

/** Moves messages to a state one after the other and stops at the first failure. */
export function useMoveContacts() {
  const { language } = useAdminApp()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ ids, state, onDone }: MoveInput) => {
      for (const id of ids) {
        await request(MOVE, { params: { id }, body: { state } } as RouteInput<typeof MOVE>, language)
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
    mutationFn: (body: { readonly contactId: string; readonly message: string; readonly id: string }) =>
      request(REPLY, { body } as RouteInput<typeof REPLY>, language),
    // After a failure too, because only the response may have got lost.
    onSettled: refresh,
  })
}

function useRefresh() {
  const client = useQueryClient()
  return () => void [CONTACTS, AUDIT].forEach((queryKey) => void client.invalidateQueries({ queryKey }))
}
