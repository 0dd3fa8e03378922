import type { ContactState, moveContact, readContact, replyToContact } from "@haitech/contract/admin/outreach"
import type { Sent } from "@haitech/contract/route"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app.tsx"
import { call } from "#platform/calls.ts"
import { request } from "#platform/request.ts"

const CONTACT = call<typeof readContact>("GET", "/api/admin/contacts/:id")
const MOVE = call<typeof moveContact>("PATCH", "/api/admin/contacts/:id")
const REPLY = call<typeof replyToContact>("POST", "/api/admin/reply")

const CONTACTS = ["api", "admin", "contacts"]
const AUDIT = ["api", "admin", "audit"]

/** One message with its replies. */
export function useContact(id: string | null) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: [...CONTACTS, id],
    queryFn: () => request(CONTACT, { params: { id } } as Sent<typeof CONTACT>, language),
    enabled: id !== null,
  })
}

interface Move {
  readonly ids: readonly string[]
  readonly state: ContactState
  /** Hears of each that was moved. */
  readonly onDone?: (id: string) => void
}

/** Moves messages to a state, one after the other: the first refusal ends it. */
export function useMoveContacts() {
  const { language } = useAdminApp()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ ids, state, onDone }: Move) => {
      for (const id of ids) {
        await request(MOVE, { params: { id }, body: { state } } as Sent<typeof MOVE>, language)
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
      request(REPLY, { body } as Sent<typeof REPLY>, language),
    // Also where it failed: the answer may be what was lost.
    onSettled: refresh,
  })
}

function useRefresh() {
  const client = useQueryClient()
  return () => void [CONTACTS, AUDIT].forEach((queryKey) => void client.invalidateQueries({ queryKey }))
}
