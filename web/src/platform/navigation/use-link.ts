import type { Language } from "@haitech/contract/languages"
import { useEffect, useEffectEvent, useState } from "react"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { CallFailed } from "#platform/http/request.ts"
import { useLinkToken } from "./use-link-token.ts"

type View<Shown> =
  | { readonly state: "loading" | "no_link" | "unknown" }
  | { readonly state: "failed"; readonly reason: string }
  | ({ readonly state: "shown" } & Shown)

interface Link<Shown> {
  /** Of the token in the address. */
  readonly name: string
  readonly language: Language
  readonly load: (token: string) => Promise<Shown>
}

const UNKNOWN: readonly number[] = [400, 404]

/** What the link in an email leads to. `show` replaces it, by what a change has made of it. */
export function useLink<Shown extends object>({ name, language, load }: Link<Shown>) {
  const token = useLinkToken(name)
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<{ readonly token: string; readonly view: View<Shown> } | null>(null)
  const read = useEffectEvent(load)
  useEffect(() => {
    if (!token) return
    let isUnmounted = false
    const settle = (view: View<Shown>) => void (isUnmounted || setLoaded({ token, view }))
    read(token).then(
      (shown) => settle({ ...shown, state: "shown" }),
      async (error: unknown) => {
        if (error instanceof CallFailed && UNKNOWN.includes(error.status)) return settle({ state: "unknown" })
        settle({ state: "failed", reason: await explainFailure(error, language) })
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [token, language, attempt])
  const unread: View<Shown> = { state: token === undefined || token ? "loading" : "no_link" }
  return {
    token: token || undefined,
    view: loaded && loaded.token === token ? loaded.view : unread,
    retry() {
      setLoaded(null)
      setAttempt(attempt + 1)
    },
    show(shown: Shown) {
      if (token) setLoaded({ token, view: { ...shown, state: "shown" } })
    },
  }
}
