import type { Language } from "@haitech/contract/languages"
import type { ProposalView } from "@haitech/contract/proposals"
import { routes } from "@haitech/contract/routes"
import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { CallFailed, request } from "#platform/http/request.ts"
import { useLinkToken } from "#platform/navigation/use-link-token.ts"

type View =
  | { readonly state: "loading" | "no_link" | "unknown" }
  | { readonly state: "failed"; readonly reason: string }
  | { readonly state: "shown"; readonly proposal: ProposalView }

type Answer = "accept" | "decline"

/** The proposal of the link in an email. What became of an answer gets the focus. */
export function useProposal(language: Language) {
  const token = useLinkToken("proposal")
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<{ readonly token: string; readonly view: View } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const resultRef = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!token) return
    let isUnmounted = false
    const settle = (view: View) => void (isUnmounted || setLoaded({ token, view }))
    request(routes.readProposal, { body: { token } }, language).then(
      (proposal) => settle({ state: "shown", proposal }),
      async (error: unknown) => {
        if (error instanceof CallFailed && error.status === 400) return settle({ state: "unknown" })
        settle({ state: "failed", reason: await explainFailure(error, language) })
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [token, language, attempt])
  const view: View = loaded && loaded.token === token ? loaded.view : { state: token === null ? "no_link" : "loading" }

  async function answer(given: Answer): Promise<void> {
    if (!token || isBusy) return
    setBusy(true)
    const result = await request(routes.answerProposal, { body: { token, answer: given } }, language).catch(
      (error: unknown) => error,
    )
    const reason = isView(result) ? null : await explainFailure(result, language)
    // Somebody else may have got the session: what is true now shows above the refusal.
    const current = isView(result)
      ? result
      : await request(routes.readProposal, { body: { token } }, language).catch(() => null)
    flushSync(() => {
      if (current) setLoaded({ token, view: { state: "shown", proposal: current } })
      setRefusal(reason)
      setBusy(false)
    })
    resultRef.current?.focus()
  }

  const retry = () => {
    setLoaded(null)
    setAttempt(attempt + 1)
  }
  return { view, isBusy, refusal, resultRef, answer, retry }
}

function isView(result: unknown): result is ProposalView {
  return typeof result === "object" && result !== null && "startsAt" in result
}
