import type { ReviewItem } from "@haitech/contract/learning"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { deviceLog } from "#features/learning/device-log.ts"
import { createId } from "#platform/forms/create-id.ts"
import { CHANGED_BY_EVENTS } from "./use-device-events.ts"

/** Goes through the exercises; each try is an event of this device. `item` is undefined after the last one. */
export function useReview(items: readonly ReviewItem[]) {
  const client = useQueryClient()
  const [index, setIndex] = useState(0)
  const [tries, setTries] = useState<readonly boolean[]>([])
  const [rightAtOnce, setRightAtOnce] = useState(0)
  const item = items[index]
  return {
    item,
    number: index + 1,
    isRight: tries.includes(true),
    rightAtOnce,
    async answer(isCorrect: boolean): Promise<void> {
      if (!item) return
      if (isCorrect && tries.length === 0) setRightAtOnce(rightAtOnce + 1)
      setTries([...tries, isCorrect])
      await deviceLog().append({
        id: createId(),
        kind: "exercise.answered",
        lessonId: item.lessonId,
        exerciseId: item.exercise.id,
        at: new Date().toISOString(),
        isCorrect,
        isReview: true,
      })
      await deviceLog().flush()
      await Promise.all(CHANGED_BY_EVENTS.map((key) => client.invalidateQueries({ queryKey: key })))
    },
    next(): void {
      setTries([])
      setIndex(index + 1)
      scrollTo(0, 0)
    },
  }
}
