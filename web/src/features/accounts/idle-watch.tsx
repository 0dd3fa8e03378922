import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useAdminApp } from "#platform/app.tsx"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useStay } from "./admin-api.ts"

const MINUTE_MS = 60_000
/** So long before the end of the rights the page asks. */
const WARNING_MS = 2 * MINUTE_MS
const LOOK_MS = 5000
/** So often the server hears of somebody who writes for long without a call. */
const TELL_MS = 5 * MINUTE_MS
/** When there was a sign of life, in any tab: one that stands aside must not sign the others out. */
const SEEN = "admin-seen"
const SIGNS_OF_LIFE = ["pointerdown", "keydown"] as const

interface Props {
  /** They sign out. */
  readonly onLeave: () => void
  /** Nobody answered. */
  readonly onIdle: () => void
}

/**
 * D3: who does nothing for half an hour is signed out, and is asked two minutes before. What the page does by itself, as
 * to look for new messages, is no sign of life.
 */
export function IdleWatch({ onLeave, onIdle }: Props) {
  const { t, lengths } = useAdminApp()
  const [isAsking, setIsAsking] = useState(false)
  const stay = useStay()
  const toldAt = useRef(0)
  const look = useEffectEvent(() => {
    const seenAt = Number(localStorage.getItem(SEEN))
    const leftMs = lengths.idleMinutes * MINUTE_MS - (Date.now() - seenAt)
    setIsAsking(leftMs <= WARNING_MS)
    if (leftMs <= 0) onIdle()
    else if (seenAt - toldAt.current >= TELL_MS) warn()
  })
  const live = useEffectEvent(() => {
    if (!isAsking) see()
  })
  function warn() {
    toldAt.current = Date.now()
    stay()
  }
  useEffect(() => {
    see()
    toldAt.current = Date.now()
    const sign = () => live()
    const looking = setInterval(() => look(), LOOK_MS)
    for (const name of SIGNS_OF_LIFE) addEventListener(name, sign)
    return () => {
      clearInterval(looking)
      for (const name of SIGNS_OF_LIFE) removeEventListener(name, sign)
    }
  }, [])
  const answer = () => {
    // The dialog tells of its closing a moment after the button did.
    if (!isAsking) return
    see()
    setIsAsking(false)
    warn()
  }
  return (
    <Dialog id="idle" role="alertdialog" title={t("admin.idle_title")} {...useModal(isAsking, answer)}>
      <p className="mt-3 text-muted">{t("admin.idle")}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={answer}>{t("admin.idle_stay")}</Button>
        <Button look="quiet" onClick={onLeave}>
          {t("header.sign_out")}
        </Button>
      </div>
    </Dialog>
  )
}

function see(): void {
  localStorage.setItem(SEEN, String(Date.now()))
}
