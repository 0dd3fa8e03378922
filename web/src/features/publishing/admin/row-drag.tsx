/** Marks where the row would land; calls `drop` with the new index if it changed. Escape cancels. */
export function dragRow(row: HTMLElement, { pointerId }: PointerEvent, drop: (to: number) => void): void {
  const item = row.closest("li")
  if (!item?.parentElement) return
  const items = [...item.parentElement.children] as HTMLElement[]
  const from = items.indexOf(item)
  let to = from
  let hasMoved = false
  const listeners = new AbortController()
  const { signal } = listeners
  const end = (isDropped: boolean) => {
    listeners.abort()
    delete item.dataset["dragged"]
    clearDropMarks(items)
    if (hasMoved) suppressClick()
    if (isDropped && to !== from) drop(to)
  }
  row.setPointerCapture(pointerId)
  item.dataset["dragged"] = ""
  row.addEventListener(
    "pointermove",
    ({ clientY }) => {
      hasMoved = true
      to = landingIndex(items, from, clientY)
      clearDropMarks(items)
      const target = items[to]
      if (!target || to === from) return
      target.dataset["drop"] = to < from ? "before" : "after"
      target.scrollIntoView({ block: "nearest" })
    },
    { signal },
  )
  row.addEventListener("pointerup", () => end(true), { signal })
  row.addEventListener("pointercancel", () => end(false), { signal })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    end(false)
  }
  addEventListener("keydown", onKeyDown, { signal, capture: true })
}

/** The index of a row that is dropped at `y`: after all other rows whose middle is above. */
function landingIndex(items: readonly HTMLElement[], from: number, y: number): number {
  return items.filter((item, index) => {
    const { top, height } = item.getBoundingClientRect()
    return index !== from && top + height / 2 < y
  }).length
}

function clearDropMarks(items: readonly HTMLElement[]) {
  for (const item of items) delete item.dataset["drop"]
}

/** Cancels the click that follows a drop, so that the row does not open. */
function suppressClick() {
  const controller = new AbortController()
  const stop = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener("click", stop, { capture: true, signal: controller.signal })
  setTimeout(() => controller.abort(), 0)
}
