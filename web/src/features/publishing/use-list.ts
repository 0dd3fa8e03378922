import type { Descriptor } from "@haitech/contract/route"
import { useEffect, useState } from "react"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { request } from "#platform/http/request.ts"

/** `reason` says why it failed, once its texts are loaded. `list` must keep its identity between renders. */
export function useList<Rows>(list: Descriptor<object, Rows>, language: string) {
  const [rows, setRows] = useState<Rows | "loading" | "failed">("loading")
  const [reason, setReason] = useState("")
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isUnmounted = false
    const settle = (result: Rows | "failed") => isUnmounted || setRows(result)
    request(list, {}, language).then(settle, async (error: unknown) => {
      settle("failed")
      const text = await explainFailure(error, language)
      if (!isUnmounted) setReason(text)
    })
    return () => {
      isUnmounted = true
    }
  }, [list, language, attempt])
  const retry = () => {
    setRows("loading")
    setReason("")
    setAttempt(attempt + 1)
  }
  return { rows, reason, retry }
}
