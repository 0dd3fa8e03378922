import type { readChat, respondToChat } from "@haitech/contract/office-chat"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useOffice } from "#platform/app.tsx"
import { ask } from "#platform/ask.ts"
import { call } from "#platform/calls.ts"

const READ = call<typeof readChat>("PATCH", "/api/admin/chat/:id/read")

const RESPOND = call<typeof respondToChat>("POST", "/api/admin/chat/respond")

export function useRespond() {
  const { language } = useOffice()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly threadId: string; readonly message: string; readonly id: string }) =>
      ask(RESPOND, { body }, language),
    onSuccess: () => client.invalidateQueries({ queryKey: ["api", "admin", "chat"] }),
  })
}

/** Marks messages as read, one after the other: the first refusal ends it. */
export function useMarkRead() {
  const { language } = useOffice()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await ask(READ, { params: { id } }, language)
    },
    onSettled: () =>
      Promise.all(["chat", "overview"].map((name) => client.invalidateQueries({ queryKey: ["api", "admin", name] }))),
  })
}
