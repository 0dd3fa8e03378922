import type { changeAppointmentByToken } from "@haitech/contract/appointments"
import type { Language } from "@haitech/contract/languages"
import type { RouteInput } from "@haitech/contract/route"
import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { startsOf } from "./load-slots.ts"

export type SessionChange = RouteInput<typeof changeAppointmentByToken>["body"]["change"]

type Result =
  | { readonly done: SessionChange["change"] | "kept" }
  | { readonly done: null; readonly reason: string; readonly starts: readonly string[] }

/** One change at a time. What became of it is shown, and gets the focus. */
export function useSessionChange(change: (change: SessionChange) => Promise<void>, language: Language) {
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  const resultRef = useRef<HTMLDivElement>(null)

  async function failure(error: unknown): Promise<Result> {
    return { done: null, reason: await explainFailure(error, language), starts: startsOf(error) }
  }

  return {
    isBusy,
    result,
    resultRef,
    /** `keep` stores what can wait for a connection. @returns whether it is done */
    async apply(wanted: SessionChange, keep?: () => Promise<boolean>): Promise<boolean> {
      if (isBusy) return false
      setBusy(true)
      setResult(null)
      const next = await change(wanted).then(
        (): Result => ({ done: wanted.change }),
        async (error: unknown): Promise<Result> => {
          const isKept = !navigator.onLine && (await keep?.().catch(() => false))
          return isKept ? { done: "kept" } : failure(error)
        },
      )
      flushSync(() => {
        setResult(next)
        setBusy(false)
      })
      resultRef.current?.focus()
      return next.done !== null
    },
    /** @returns null when it cannot be loaded, which is shown */
    async load<Script>(loadScript: () => Promise<Script>): Promise<Script | null> {
      try {
        return await loadScript()
      } catch (error) {
        setResult(await failure(error))
        return null
      }
    },
  }
}
