import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { forgetTyped } from "#platform/offline/forget-typed.ts"
import { watchAccount } from "#platform/offline/watch-account.ts"
import { USER_KEY, useUser } from "./api.ts"

/** `watchAccount` of the dashboard: without a session it says so, and asks to sign in. */
export function useLeaveToOthers(): void {
  const userId = useUser().data?.id
  const client = useQueryClient()
  useEffect(() => {
    const onSignOut = () => client.invalidateQueries({ queryKey: USER_KEY })
    if (userId) return watchAccount({ userId, forget: forgetTyped, onSignOut })
  }, [userId, client])
}
