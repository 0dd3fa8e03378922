import type { Language } from "@haitech/contract/languages"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import type { GuardianConsent } from "@haitech/contract/safeguarding"
import { useEffect, useState } from "react"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { CallFailed, request } from "#platform/http/request.ts"
import { useLinkToken } from "#platform/navigation/use-link-token.ts"

type View =
  | { readonly state: "loading" | "no_link" | "unknown" }
  | { readonly state: "failed"; readonly reason: string }
  | { readonly state: "shown"; readonly consent: GuardianConsent }

export type Decision = Omit<InputOf<typeof routes.decideConsent>["body"], "token">

/** The consent of the link in an email. `decide` and `revoke` throw when the request failed. */
export function useGuardian(language: Language) {
  const token = useLinkToken("consent")
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<{ readonly token: string; readonly view: View } | null>(null)
  useEffect(() => {
    if (!token) return
    let isUnmounted = false
    const settle = (view: View) => void (isUnmounted || setLoaded({ token, view }))
    request(routes.readConsentByToken, { body: { token } }, language).then(
      (consent) => settle({ state: "shown", consent }),
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
  const show = (consent: GuardianConsent) => token && setLoaded({ token, view: { state: "shown", consent } })
  return {
    view,
    retry() {
      setLoaded(null)
      setAttempt(attempt + 1)
    },
    async decide(decision: Decision): Promise<void> {
      if (token) show(await request(routes.decideConsent, { body: { token, ...decision } }, language))
    },
    async revoke(): Promise<void> {
      if (token) show(await request(routes.revokeConsentByToken, { body: { token } }, language))
    },
  }
}
