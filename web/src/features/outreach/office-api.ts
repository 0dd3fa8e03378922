import type { ContactState, moveContact, readContact, replyToContact } from "@haitech/contract/office-outreach"
import type { Sent } from "@haitech/contract/route"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useOffice } from "#platform/app.tsx"
import { ask } from "#platform/ask.ts"
import { call } from "#platform/calls.ts"

const CONTACT = call<typeof readContact>("GET", "/api/admin/contacts/:id")
const MOVE = call<typeof moveContact>("PATCH", "/api/admin/contacts/:id")
const REPLY = call<typeof replyToContact>("POST", "/api/admin/reply")

const CONTACTS = ["api", "admin", "contacts"]

/** One message with its replies. */
export function useContact(id: string) {
  const { language } = useOffice()
  return useQuery({
    queryKey: [...CONTACTS, id],
    queryFn: () => ask(CONTACT, { params: { id } } as Sent<typeof CONTACT>, language),
  })
}

interface Move {
  readonly ids: readonly string[]
  readonly state: ContactState
}

/** Moves messages to a state, one after the other: the first refusal ends it. */
export function useMoveContacts() {
  const { language } = useOffice()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, state }: Move) => {
      for (const id of ids) await ask(MOVE, { params: { id }, body: { state } } as Sent<typeof MOVE>, language)
    },
    onSettled: () => client.invalidateQueries({ queryKey: CONTACTS }),
  })
}

export function useReply() {
  const { language } = useOffice()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly contactId: string; readonly message: string; readonly id: string }) =>
      ask(REPLY, { body } as Sent<typeof REPLY>, language),
    onSuccess: () => client.invalidateQueries({ queryKey: CONTACTS }),
  })
}
