import type { Descriptor } from "@haitech/contract/route"
import { useEffect, useState } from "react"
import { request } from "#platform/http/request.ts"

/**
 * Loads a list for an island: `answer` is `"loading"`, then the reply or `"failed"`; `again` retries. `list` must keep its
 * identity between renders.
 */
export function useList<Rows>(list: Descriptor<object, Rows>, language: string) {
  const [answer, setAnswer] = useState<Rows | "loading" | "failed">("loading")
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isUnmounted = false
    const settle = (result: Rows | "failed") => isUnmounted || setAnswer(result)
    request(list, {}, language).then(settle, () => settle("failed"))
    return () => {
      isUnmounted = true
    }
  }, [list, language, attempt])
  const again = () => {
    setAnswer("loading")
    setAttempt(attempt + 1)
  }
  return { answer, again }
}
