import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useKeepAlive } from "./api.ts"

const MINUTE_MS = 60_000
const WARNING_MS = 2 * MINUTE_MS
const CHECK_MS = 5000
/** How often the page extends the session of an administrator who is active without making requests. */
const KEEP_ALIVE_MS = 5 * MINUTE_MS
/** The time of the last activity in any tab, so that an inactive tab does not sign the others out. */
const ACTIVITY_KEY = "admin-seen"
const ACTIVITY_EVENTS = ["pointerdown", "keydown"] as const

interface Props {
  readonly onSignOut: () => void
  readonly onIdle: () => void
}

/** D3: signs an inactive administrator out. Requests that the page makes on its own, such as polling, do not count. */
export function IdleWatch({ onSignOut, onIdle }: Props) {
  const { t, lengths } = useAdminApp()
  const [isWarning, setIsWarning] = useState(false)
  const keepAlive = useKeepAlive()
  const keptAliveAt = useRef(0)
  const check = useEffectEvent(() => {
    const activeAt = Number(localStorage.getItem(ACTIVITY_KEY))
    const remainingMs = lengths.idleMinutes * MINUTE_MS - (Date.now() - activeAt)
    setIsWarning(remainingMs <= WARNING_MS)
    if (remainingMs <= 0) onIdle()
    else if (activeAt - keptAliveAt.current >= KEEP_ALIVE_MS) keepSessionAlive()
  })
  const recordUnlessWarning = useEffectEvent(() => {
    if (!isWarning) recordActivity()
  })
  function keepSessionAlive() {
    keptAliveAt.current = Date.now()
    keepAlive()
  }
  useEffect(() => {
    recordActivity()
    keptAliveAt.current = Date.now()
    const onActivity = () => recordUnlessWarning()
    const timer = setInterval(() => check(), CHECK_MS)
    for (const name of ACTIVITY_EVENTS) addEventListener(name, onActivity)
    return () => {
      clearInterval(timer)
      for (const name of ACTIVITY_EVENTS) removeEventListener(name, onActivity)
    }
  }, [])
  const continueSession = () => {
    // The dialog's `close` event follows the click that already continued the session.
    if (!isWarning) return
    recordActivity()
    setIsWarning(false)
    keepSessionAlive()
  }
  return (
    <Dialog id="idle" role="alertdialog" title={t("admin.idle_title")} {...useModal(isWarning, continueSession)}>
      <p className="mt-3 text-muted">{t("admin.idle")}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={continueSession}>{t("admin.idle_stay")}</Button>
        <Button look="quiet" onClick={onSignOut}>
          {t("header.sign_out")}
        </Button>
      </div>
    </Dialog>
  )
}

function recordActivity(): void {
  localStorage.setItem(ACTIVITY_KEY, String(Date.now()))
}
