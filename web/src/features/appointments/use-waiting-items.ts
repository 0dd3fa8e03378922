import { useEffect, useState } from "react"
import type { RequestOutbox, WaitingItem } from "./request-outbox.ts"

const NONE: readonly WaitingItem[] = []

/** Read again at every change on the device, also of another tab. */
export function useWaitingItems(outbox: RequestOutbox | undefined): readonly WaitingItem[] {
  const [items, setItems] = useState(() => outbox?.own() ?? NONE)
  useEffect(() => {
    if (!outbox) return
    const update = () => setItems(outbox.own())
    update()
    return outbox.subscribe(update)
  }, [outbox])
  return items
}
