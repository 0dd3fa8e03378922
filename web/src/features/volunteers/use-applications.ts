import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import type { OwnApplication } from "@haitech/contract/volunteers"
import { useEffect, useRef, useState } from "react"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { CallFailed, request } from "#platform/http/request.ts"
import { useLinkToken } from "#platform/navigation/use-link-token.ts"

type View =
  | { readonly state: "loading" | "no_link" | "unknown" }
  | { readonly state: "failed"; readonly reason: string }
  | ({ readonly state: "shown"; readonly applications: readonly OwnApplication[] } & Script)

type Script = Pick<typeof import("./own-application.tsx"), "OwnApplication">

const GONE: readonly number[] = [400, 404]

/** `withdraw` throws when the request failed. */
export function useApplications(language: Language) {
  const token = useLinkToken("application")
  const [attempt, setAttempt] = useState(0)
  const [view, setView] = useState<View>({ state: "loading" })
  const [isWithdrawn, setWithdrawn] = useState(false)
  const isUnanswered = useRef(false)
  useEffect(() => {
    if (token === undefined) return
    let isUnmounted = false
    const settle = (next: View) => void (isUnmounted || setView(next))
    settle({ state: "loading" })
    load(token, language).then(settle, async (error: unknown) => {
      const status = error instanceof CallFailed ? error.status : 0
      if (token !== null && status === 400) return settle({ state: "unknown" })
      if (status === 401) return settle({ state: "no_link" })
      settle({ state: "failed", reason: await explainFailure(error, language) })
    })
    return () => {
      isUnmounted = true
    }
  }, [token, language, attempt])
  return {
    view,
    isWithdrawn,
    retry: () => setAttempt(attempt + 1),
    async withdraw({ id }: OwnApplication): Promise<void> {
      if (view.state !== "shown") return
      try {
        if (token) await request(routes.withdrawApplicationByToken, { body: { token } }, language)
        else await request(routes.withdrawOwnApplication, { params: { id } }, language)
      } catch (error) {
        // An earlier try, whose response was lost, has withdrawn it.
        const isGone = isUnanswered.current && error instanceof CallFailed && GONE.includes(error.status)
        isUnanswered.current ||= !(error instanceof CallFailed)
        if (!isGone) throw error
      }
      setWithdrawn(true)
      setView({ ...view, applications: view.applications.filter((other) => other.id !== id) })
    },
  }
}

async function load(token: string | null, language: Language): Promise<View> {
  const isSignedIn = document.documentElement.dataset["signedIn"] !== undefined
  if (!token && !isSignedIn) return { state: "no_link" }
  const [applications, { OwnApplication }] = await Promise.all([read(token, language), import("./own-application.tsx")])
  const [first] = applications
  if (token && first && !first.hasAccount && !isSignedIn) await openAccount(first, token)
  return { state: "shown", applications, OwnApplication }
}

async function read(token: string | null, language: Language): Promise<readonly OwnApplication[]> {
  if (!token) return request(routes.listOwnApplications, {}, language)
  return [await request(routes.readApplicationByToken, { body: { token } }, language)]
}

async function openAccount(application: OwnApplication, token: string): Promise<void> {
  const { openAccountStep } = await import("./account-step.ts")
  openAccountStep(application, token)
}
