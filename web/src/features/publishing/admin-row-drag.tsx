/**
 * Moves a row of a list with the pointer that holds it, and marks where it lands. `drop` is told its new place, when it
 * is another one; Escape lets go of it.
 */
export function dragRow(row: HTMLElement, { pointerId }: PointerEvent, drop: (to: number) => void): void {
  const item = row.closest("li")
  if (!item?.parentElement) return
  const items = [...item.parentElement.children] as HTMLElement[]
  const from = items.indexOf(item)
  let to = from
  let hasMoved = false
  const heard = new AbortController()
  const { signal } = heard
  const end = (isDropped: boolean) => {
    heard.abort()
    delete item.dataset["dragged"]
    unmark(items)
    if (hasMoved) withoutClick()
    if (isDropped && to !== from) drop(to)
  }
  row.setPointerCapture(pointerId)
  item.dataset["dragged"] = ""
  row.addEventListener(
    "pointermove",
    ({ clientY }) => {
      hasMoved = true
      to = landing(items, from, clientY)
      unmark(items)
      const target = items[to]
      if (!target || to === from) return
      target.dataset["drop"] = to < from ? "before" : "after"
      target.scrollIntoView({ block: "nearest" })
    },
    { signal },
  )
  row.addEventListener("pointerup", () => end(true), { signal })
  row.addEventListener("pointercancel", () => end(false), { signal })
  const escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    end(false)
  }
  addEventListener("keydown", escape, { signal, capture: true })
}

/** The place a row comes to when it is let go at `y`: after every other one whose middle is above. */
function landing(items: readonly HTMLElement[], from: number, y: number): number {
  return items.filter((item, place) => {
    const { top, height } = item.getBoundingClientRect()
    return place !== from && top + height / 2 < y
  }).length
}

function unmark(items: readonly HTMLElement[]) {
  for (const item of items) delete item.dataset["drop"]
}

/** Letting go is not a tap: the row must not open. */
function withoutClick() {
  const done = new AbortController()
  const stop = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener("click", stop, { capture: true, signal: done.signal })
  setTimeout(() => done.abort(), 0)
}
