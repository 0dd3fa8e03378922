import { useEffect, useEffectEvent, useRef, useState } from "react"

/** So long the bar stays, in ms. */
const STAY_MS = 10_000

interface Props {
  /** Nothing was deleted without it. */
  readonly of: { readonly id: string; readonly title: string; readonly about: string } | null
  /** What the way back is called. */
  readonly undo: string
  readonly isPending: boolean
  readonly onUndo: () => void
  /** Its time is over. */
  readonly onGone: () => void
}

/** What was deleted, and the way back. It is always there, so that a screen reader hears what comes into it. */
export function UndoBar({ of, ...rest }: Props) {
  return (
    <div className="admin-undo-place" role="status">
      {of && <Bar key={of.id} of={of} {...rest} />}
    </div>
  )
}

function Bar({ of, undo, isPending, onUndo, onGone }: Props & { readonly of: NonNullable<Props["of"]> }) {
  const hold = useCountdown(onGone, isPending)
  // Messages make way for it.
  useEffect(() => {
    const { classList } = document.documentElement
    classList.add("admin-undoing")
    return () => classList.remove("admin-undoing")
  }, [])
  return (
    <div className={hold.isHeld ? "admin-undo held" : "admin-undo"} {...hold.by}>
      <p>
        <strong>{of.title}</strong>
        <span>{of.about}</span>
      </p>
      <svg className="admin-undo-ring" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9" pathLength="100" />
      </svg>
      <button type="button" disabled={isPending} onClick={onUndo}>
        {undo} <kbd aria-hidden="true">Z</kbd>
      </button>
    </div>
  )
}

/** Counts down while nobody reads or touches it. */
function useCountdown(onEnd: () => void, isBusy: boolean) {
  const left = useRef(STAY_MS)
  const [isOver, setIsOver] = useState(false)
  const [isIn, setIsIn] = useState(false)
  const isHeld = isOver || isIn || isBusy
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isHeld) return
    const since = performance.now()
    const timer = setTimeout(() => end(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - since
    }
  }, [isHeld])
  return {
    isHeld,
    by: {
      onPointerEnter: () => setIsOver(true),
      onPointerLeave: () => setIsOver(false),
      onFocus: () => setIsIn(true),
      onBlur: () => setIsIn(false),
    },
  }
}
