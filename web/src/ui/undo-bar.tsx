import { useEffect, useEffectEvent, useRef, useState } from "react"

/** How long the bar stays. */
const STAY_MS = 10_000

interface Props {
  /** The last deletion; `null` hides the bar. */
  readonly of: { readonly id: string; readonly title: string; readonly about: string } | null
  readonly undo: string
  readonly isPending: boolean
  readonly onUndo: () => void
  readonly onGone: () => void
}

/** Names the deleted record and offers undo. Its live region is always present, so that screen readers announce it. */
export function UndoBar({ of, ...rest }: Props) {
  return (
    <div className="admin-undo-place" role="status">
      {of && <Bar key={of.id} of={of} {...rest} />}
    </div>
  )
}

function Bar({ of, undo, isPending, onUndo, onGone }: Props & { readonly of: NonNullable<Props["of"]> }) {
  const countdown = useCountdown(onGone, isPending)
  // The class moves toasts out of its way.
  useEffect(() => {
    const { classList } = document.documentElement
    classList.add("admin-undoing")
    return () => classList.remove("admin-undoing")
  }, [])
  return (
    <div className={countdown.isPaused ? "admin-undo held" : "admin-undo"} {...countdown.handlers}>
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

/** Counts down `STAY_MS`, and pauses while the bar has the pointer, the focus or a running request. */
function useCountdown(onEnd: () => void, isBusy: boolean) {
  const remaining = useRef(STAY_MS)
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const isPaused = isHovered || isFocused || isBusy
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isPaused) return
    const startedAt = performance.now()
    const timer = setTimeout(() => end(), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current -= performance.now() - startedAt
    }
  }, [isPaused])
  return {
    isPaused,
    handlers: {
      onPointerEnter: () => setIsHovered(true),
      onPointerLeave: () => setIsHovered(false),
      onFocus: () => setIsFocused(true),
      onBlur: () => setIsFocused(false),
    },
  }
}
