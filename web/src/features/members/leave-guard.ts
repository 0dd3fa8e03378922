import { useEffect, useEffectEvent } from "react"
import { useProfileApp } from "#platform/app/app.tsx"
import { dropDrafts, hasDraft } from "#platform/offline/form-drafts.ts"
import { sessionOwner } from "#platform/offline/session-owner.ts"

export const PROFILE_DRAFTS = "profile."

/** The beginning of the names of one member's drafts. */
export const draftsOf = (userId: string) => `${PROFILE_DRAFTS}${userId}.`

/** Asks before a link, the sign-out or the browser leaves unsaved changes of the profile. */
export function useLeaveGuard(userId: string | undefined): void {
  const { t } = useProfileApp()
  const onClick = useEffectEvent((event: MouseEvent) => {
    if (!isLeaving(event) || !hasDraft(PROFILE_DRAFTS)) return
    // Like the browser's own question before it leaves the page.
    if (confirm(t("profile.unsaved"))) return dropDrafts(PROFILE_DRAFTS)
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    // Another member's session may have ended in this tab before.
    if (userId) dropDrafts(PROFILE_DRAFTS, draftsOf(userId))
  }, [userId])
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => hasDraft(PROFILE_DRAFTS) && event.preventDefault()
    const listener = (event: MouseEvent) => onClick(event)
    addEventListener("click", listener, true)
    addEventListener("beforeunload", onUnload)
    return () => {
      removeEventListener("click", listener, true)
      removeEventListener("beforeunload", onUnload)
    }
  }, [])
}

/** Opens the profile anew once another account is signed in on the device: what is saved here would be the other one's. */
export function useLeaveToOthers(userId: string | undefined): void {
  useEffect(() => {
    const opened = sessionOwner()
    const check = async () => {
      if (!userId || sessionOwner() === opened) return
      const { currentOwner } = await import("#platform/offline/device-account.ts")
      // After a sign-out alone the page keeps what was typed, for the same member's next session.
      const owner = await currentOwner()
      if (owner === null || owner === userId) return
      dropDrafts(PROFILE_DRAFTS)
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
  }, [userId])
}

function isLeaving({ target, button, ctrlKey, metaKey }: MouseEvent): boolean {
  const pressed = (target as Element).closest("a[href], [data-leaves]")
  if (!pressed || button !== 0 || ctrlKey || metaKey) return false
  if (!(pressed instanceof HTMLAnchorElement)) return true
  const isOwnPage = pressed.origin === location.origin && pressed.pathname !== location.pathname
  return isOwnPage && !pressed.hasAttribute("download")
}
