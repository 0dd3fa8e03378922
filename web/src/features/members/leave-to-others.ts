import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { forgetTyped } from "#platform/offline/forget-typed.ts"
import { sessionOwner } from "#platform/offline/session-owner.ts"
import { USER_KEY, useUser } from "./api.ts"

/**
 * Opens the page anew once another account is signed in on the device: it shows the former one, and what is saved here would be
 * the other one's. After a sign-out alone it asks to sign in, and keeps what was typed for the same member's next session.
 */
export function useLeaveToOthers(): void {
  const userId = useUser().data?.id
  const client = useQueryClient()
  useEffect(() => {
    const opened = sessionOwner()
    const check = async () => {
      if (!userId || sessionOwner() === opened) return
      const { currentOwner } = await import("#platform/offline/device-account.ts")
      const owner = await currentOwner()
      if (owner === userId) return
      if (owner === null) return client.invalidateQueries({ queryKey: USER_KEY })
      forgetTyped()
      // With the part after a `#` the browser would stay on this page.
      location.replace(location.pathname + location.search)
    }
    // Without a connection nothing can be saved either.
    const listener = () => void check().catch(() => undefined)
    addEventListener("focus", listener)
    document.addEventListener("visibilitychange", listener)
    return () => {
      removeEventListener("focus", listener)
      document.removeEventListener("visibilitychange", listener)
    }
  }, [userId, client])
}
