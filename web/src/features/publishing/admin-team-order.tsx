import type { TeamRecord } from "@haitech/contract/admin/publishing"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { serverProblem, useAdminApp } from "#platform/app.tsx"
import type { Records } from "#platform/use-records.ts"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { useOrderTeam } from "./admin-api.ts"
import { dragRow } from "./admin-row-drag.tsx"

/** The team's order, by its handles and by keys. Only a whole list can be put in order, since all of it is sent. */
export function useTeamOrder(records: Records<TeamRecord>) {
  const { t, showToast } = useAdminApp()
  const { mutateAsync } = useOrderTeam()
  const [said, setSaid] = useState("")
  const { rows, params, query } = records
  const refocus = useRefocus(rows)
  const isWhole = !params["q"] && !query.hasNextPage && !query.isPlaceholderData
  const isOn = isWhole && rows.length > 1

  function place(id: string, to: number) {
    const moved = rows.find((row) => row.id === id)
    if (!isOn || !moved || to < 0 || to >= rows.length || rows[to]?.id === id) return
    const ids = rows.map((row) => row.id).filter((other) => other !== id)
    ids.splice(to, 0, moved.id)
    setSaid(t("admin.order_said", { name: moved.name, place: to + 1, count: rows.length }))
    mutateAsync(ids).catch((failure: unknown) => {
      setSaid("")
      showToast("failure", t("admin.order_failed_title"), serverProblem(failure).message ?? t("admin.order_failed"))
    })
  }
  const placeOf = (id: string) => rows.findIndex((row) => row.id === id)
  const step = (id: string, by: 1 | -1) => place(id, placeOf(id) + by)

  useRowGestures({
    drop: isOn ? place : undefined,
    step(id, by) {
      refocus(id)
      step(id, by)
    },
  })
  return { isOn, isWhole, said, step, placeOf, count: rows.length }
}

interface Gestures {
  readonly drop: ((id: string, to: number) => void) | undefined
  readonly step: (id: string, by: 1 | -1) => void
}

/** Heard on the whole page: the rows belong to the list, which knows nothing of an order. */
function useRowGestures({ drop, step }: Gestures) {
  const grip = useEffectEvent((event: PointerEvent) => {
    const row = rowOf(event)
    if (!drop || !row || event.button !== 0 || !isOnHandle(row, event)) return
    event.preventDefault()
    dragRow(row, event, (to) => drop(row.dataset["record"] ?? "", to))
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const id = rowOf(event)?.dataset["record"]
    if (!event.altKey || !by || !id) return
    event.preventDefault()
    step(id, by === 1 ? 1 : -1)
  })
  useEffect(() => {
    const listener = new AbortController()
    addEventListener("pointerdown", (event) => grip(event), { signal: listener.signal })
    addEventListener("keydown", (event) => press(event), { signal: listener.signal })
    return () => listener.abort()
  }, [])
}

function rowOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-record]") : null
}

/** By its place on the screen: not every browser says which part of a button was touched. */
function isOnHandle(row: HTMLElement, { clientX: x, clientY: y }: PointerEvent): boolean {
  const handle = row.querySelector(".admin-handle")?.getBoundingClientRect()
  return handle !== undefined && x >= handle.left && x <= handle.right && y >= handle.top && y <= handle.bottom
}

/** A row that moves loses the focus with its place in the page, and is given it back. */
function useRefocus(rows: readonly TeamRecord[]) {
  const waiting = useRef<string>(undefined)
  const order = rows.map(({ id }) => id).join()
  useEffect(() => {
    if (order === "" || waiting.current === undefined) return
    document.querySelector<HTMLElement>(`[data-record="${CSS.escape(waiting.current)}"]`)?.focus()
    waiting.current = undefined
  }, [order])
  return (id: string) => {
    waiting.current = id
  }
}

/** Where a row is taken hold of. The same by keys stands in the row's detail, and is Alt with an arrow. */
export function AdminHandle() {
  return (
    <span className="admin-handle" aria-hidden="true">
      <AdminIcon name="drag" />
    </span>
  )
}

/** Where somebody came to, for screen readers. */
export function AdminOrderStatus({ said }: { readonly said: string }) {
  return (
    <p className="sr" aria-live="polite">
      {said}
    </p>
  )
}
