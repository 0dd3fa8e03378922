import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useOffice } from "#platform/app.tsx"
import type { Records } from "#platform/use-records.ts"
import { useShortcuts } from "#platform/use-shortcuts.ts"
import { type Noun, type Rows, useDeleteRecord, useRestoreRecord } from "./office-api.ts"

/** So long the bar stays, in ms. */
const STAY_MS = 10_000

interface Words<N extends Noun> {
  readonly nameOf: (row: Rows[N]) => string
  /** §8: "Team member deleted". */
  readonly deleted: string
  /** §8: "Failed to delete team member". */
  readonly failed: string
}

/** Deletes at once, without asking: what was deleted can be taken back from the bar, and for a day from History. */
export function useDeletion<N extends Noun>(noun: N, records: Records<Rows[N]>, words: Words<N>) {
  const { t, tell, tellFailure } = useOffice()
  const { mutateAsync: remove } = useDeleteRecord(noun)
  const { mutateAsync: restore, isPending } = useRestoreRecord(noun)
  const [gone, setGone] = useState<Rows[N] | null>(null)

  /** Without an id it is the one that is open. */
  async function del(id: string | null = records.openId) {
    const at = records.rows.findIndex((row) => row.id === id)
    const row = records.rows[at]
    if (!row) return
    const next = records.rows[at + 1] ?? records.rows[at - 1]
    if (records.openId === row.id) records.open(null)
    const asked = remove(row.id)
    if (next) focusRow(next.id)
    try {
      await asked
      setGone(row)
    } catch {
      tell("failure", t("office.delete_failed_title"), words.failed)
    }
  }

  async function undo() {
    if (!gone || isPending) return
    try {
      await restore(gone.id)
      setGone(null)
      focusRow(gone.id)
    } catch (failure) {
      tellFailure(failure)
    }
  }

  return {
    remove: (id?: string) => void del(id),
    bar: {
      of: gone && { id: gone.id, title: words.deleted, name: words.nameOf(gone) },
      isPending,
      onUndo: () => void undo(),
      onGone: () => setGone(null),
    },
  }
}

/** Acting moves on to the next row; by then the list is drawn anew. */
function focusRow(id: string) {
  setTimeout(() => document.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`)?.focus(), 50)
}

type BarProps = ReturnType<typeof useDeletion>["bar"]

/** What was deleted, and the way back. It is always there, so that a screen reader hears what comes into it. */
export function OfficeUndoBar({ of, ...rest }: BarProps) {
  return (
    <div className="office-undo-place" role="status">
      {of && <Bar key={of.id} of={of} {...rest} />}
    </div>
  )
}

interface KnownProps extends Omit<BarProps, "of"> {
  readonly of: NonNullable<BarProps["of"]>
}

function Bar({ of, isPending, onUndo, onGone }: KnownProps) {
  const { t } = useOffice()
  const hold = useCountdown(onGone, isPending)
  useShortcuts({ z: onUndo })
  return (
    <div className={hold.isHeld ? "office-undo held" : "office-undo"} {...hold.by}>
      <p>
        <strong>{of.title}</strong>
        <span>{t("office.deleted_about", { name: of.name })}</span>
      </p>
      <svg className="office-undo-ring" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9" pathLength="100" />
      </svg>
      <button type="button" disabled={isPending} onClick={onUndo}>
        {t("office.undo")} <kbd aria-hidden="true">Z</kbd>
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
