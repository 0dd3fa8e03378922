import type { Language } from "@haitech/contract/languages"
import type { ProposalView } from "@haitech/contract/proposals"
import { routes } from "@haitech/contract/routes"
import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { request } from "#platform/http/request.ts"
import { useLink } from "#platform/navigation/use-link.ts"

type Answer = "accept" | "decline"

/** The proposal of the link in an email. What became of an answer gets the focus. */
export function useProposal(language: Language) {
  const { token, view, retry, show } = useLink({
    name: "proposal",
    language,
    load: async (of) => ({ proposal: await request(routes.readProposal, { body: { token: of } }, language) }),
  })
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const resultRef = useRef<HTMLParagraphElement>(null)

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
      if (current) show({ proposal: current })
      setRefusal(reason)
      setBusy(false)
    })
    resultRef.current?.focus()
  }

  return { view, isBusy, refusal, resultRef, answer, retry }
}

function isView(result: unknown): result is ProposalView {
  return typeof result === "object" && result !== null && "startsAt" in result
}
