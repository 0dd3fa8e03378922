import type { Reply, Route } from "@haitech/contract/route"
import { useEffect, useState } from "react"
import { request } from "./request.ts"

/**
 * A list of the server for an island: `"loading"`, then what it answers, or `"failed"` until `again` is called. `call`
 * keeps its identity between renders (an island's props do).
 */
export function useList<R extends Route>(call: R, language: string) {
  const [answer, setAnswer] = useState<Reply<R> | "loading" | "failed">("loading")
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let gone = false
    const settle = (found: Reply<R> | "failed") => gone || setAnswer(found)
    request(call, {} as never, language).then(settle, () => settle("failed"))
    return () => {
      gone = true
    }
  }, [call, language, attempt])
  const again = () => {
    setAnswer("loading")
    setAttempt(attempt + 1)
  }
  return { answer, again }
}
