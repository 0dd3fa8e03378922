import type { TeamRecord } from "@haitech/contract/admin/publishing"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import type { Records } from "#platform/admin/use-records.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { useOrderTeam } from "./api.ts"
import { dragRow } from "./row-drag.tsx"

/** Reorders the team by dragging and by keyboard. The list must be complete, because requests send all of it. */
export function useTeamOrder(records: Records<TeamRecord>) {
  const { t, showToast, failureMessage } = useAdminApp()
  const { mutateAsync } = useOrderTeam()
  const [status, setStatus] = useState("")
  const { rows, params, query } = records
  const refocus = useRefocus(rows)
  const isWhole = !params["q"] && !query.hasNextPage && !query.isPlaceholderData
  const isOn = isWhole && rows.length > 1

  function moveTo(id: string, to: number) {
    const moved = rows.find((row) => row.id === id)
    if (!isOn || !moved || to < 0 || to >= rows.length || rows[to]?.id === id) return
    const ids = rows.map((row) => row.id).filter((other) => other !== id)
    ids.splice(to, 0, moved.id)
    setStatus(t("admin.order_said", { name: moved.name, place: to + 1, count: rows.length }))
    mutateAsync(ids).catch((failure: unknown) => {
      setStatus("")
      showToast("failure", t("admin.order_failed_title"), failureMessage(failure))
    })
  }
  const indexOf = (id: string) => rows.findIndex((row) => row.id === id)
  const move = (id: string, delta: 1 | -1) => moveTo(id, indexOf(id) + delta)

  useRowGestures({
    drop: isOn ? moveTo : undefined,
    move(id, delta) {
      refocus(id)
      move(id, delta)
    },
  })
  return { isOn, isWhole, status, move, indexOf, count: rows.length }
}

interface Gestures {
  readonly drop: ((id: string, to: number) => void) | undefined
  readonly move: (id: string, delta: 1 | -1) => void
}

/** Listens on the window, because the generic list owns the rows and does not support reordering. */
function useRowGestures({ drop, move }: Gestures) {
  const onPointerDown = useEffectEvent((event: PointerEvent) => {
    const row = findRow(event)
    if (!drop || !row || event.button !== 0 || !isOnHandle(row, event)) return
    event.preventDefault()
    dragRow(row, event, (to) => drop(row.dataset["record"] ?? "", to))
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const delta = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const id = findRow(event)?.dataset["record"]
    if (!event.altKey || !delta || !id) return
    event.preventDefault()
    move(id, delta === 1 ? 1 : -1)
  })
  useEffect(() => {
    const listener = new AbortController()
    addEventListener("pointerdown", (event) => onPointerDown(event), { signal: listener.signal })
    addEventListener("keydown", (event) => onKeyDown(event), { signal: listener.signal })
    return () => listener.abort()
  }, [])
}

function findRow({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-record]") : null
}

/** Compares coordinates, because not every browser reports the touched element inside a button. */
function isOnHandle(row: HTMLElement, { clientX: x, clientY: y }: PointerEvent): boolean {
  const handle = row.querySelector(".admin-handle")?.getBoundingClientRect()
  return handle !== undefined && x >= handle.left && x <= handle.right && y >= handle.top && y <= handle.bottom
}

/** Focuses a row again after a move, because moving it in the DOM loses the focus. */
function useRefocus(rows: readonly TeamRecord[]) {
  const pendingId = useRef<string>(undefined)
  const order = rows.map(({ id }) => id).join()
  useEffect(() => {
    if (order === "" || pendingId.current === undefined) return
    document.querySelector<HTMLElement>(`[data-record="${CSS.escape(pendingId.current)}"]`)?.focus()
    pendingId.current = undefined
  }, [order])
  return (id: string) => {
    pendingId.current = id
  }
}

/** The drag handle of a row. Keyboard users have Alt with an arrow key, or the buttons in the detail pane. */
export function AdminHandle() {
  return (
    <span className="admin-handle" aria-hidden="true">
      <AdminIcon name="drag" />
    </span>
  )
}

/** Announces the new position to screen readers. */
export function AdminOrderStatus({ status }: { readonly status: string }) {
  return (
    <p className="sr" aria-live="polite">
      {status}
    </p>
  )
}
