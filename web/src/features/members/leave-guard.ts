import { useEffect, useEffectEvent } from "react"
import { useProfileApp } from "#platform/app/app.tsx"
import { dropDrafts, hasDraft } from "#platform/offline/form-drafts.ts"

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

function isLeaving({ target, button, ctrlKey, metaKey }: MouseEvent): boolean {
  const pressed = (target as Element).closest("a[href], [data-leaves]")
  if (!pressed || button !== 0 || ctrlKey || metaKey) return false
  if (!(pressed instanceof HTMLAnchorElement)) return true
  const isOwnPage = pressed.origin === location.origin && pressed.pathname !== location.pathname
  return isOwnPage && !pressed.hasAttribute("download")
}
