import type { Reply, Route } from "@haitech/contract/route"
import { useEffect, useState } from "react"
import { request } from "#platform/http/request.ts"

/**
 * Loads a list for an island: `answer` is `"loading"`, then the reply or `"failed"`; `again` retries. `call` must keep its
 * identity between renders, as an island's props do.
 */
export function useList<R extends Route>(call: R, language: string) {
  const [answer, setAnswer] = useState<Reply<R> | "loading" | "failed">("loading")
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isUnmounted = false
    const settle = (result: Reply<R> | "failed") => isUnmounted || setAnswer(result)
    request(call, {} as never, language).then(settle, () => settle("failed"))
    return () => {
      isUnmounted = true
    }
  }, [call, language, attempt])
  const again = () => {
    setAnswer("loading")
    setAttempt(attempt + 1)
  }
  return { answer, again }
}
