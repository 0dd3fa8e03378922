import type { OwnAppointment } from "@haitech/contract/appointments"
import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import { useEffect, useState } from "react"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { CallFailed, request } from "#platform/http/request.ts"
import { useLinkToken } from "#platform/navigation/use-link-token.ts"
import type { SessionReport } from "./report-session.tsx"
import type { SessionChange } from "./use-session-change.ts"

type View =
  | { readonly state: "loading" | "no_link" | "unknown" }
  | { readonly state: "failed"; readonly reason: string }
  | ({ readonly state: "shown"; readonly session: OwnAppointment } & Script)

type Script = Pick<typeof import("./session-view.tsx"), "SessionView">

/** The session of the link in an email. `change` and `report` throw when the request failed. */
export function useSession(language: Language) {
  const token = useLinkToken("session")
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<{ readonly token: string; readonly view: View } | null>(null)
  useEffect(() => {
    if (!token) return
    let isUnmounted = false
    const settle = (view: View) => void (isUnmounted || setLoaded({ token, view }))
    Promise.all([
      request(routes.readAppointmentByToken, { body: { token } }, language),
      import("./session-view.tsx"),
    ]).then(
      ([session, { SessionView }]) => settle({ state: "shown", session, SessionView }),
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
  return {
    view,
    token: token ?? undefined,
    retry() {
      setLoaded(null)
      setAttempt(attempt + 1)
    },
    async change(change: SessionChange): Promise<void> {
      if (!token || view.state !== "shown") return
      const session = await request(routes.changeAppointmentByToken, { body: { token, change } }, language)
      setLoaded({ token, view: { ...view, session } })
    },
    async report(report: SessionReport): Promise<void> {
      if (token) await request(routes.reportAppointmentByToken, { body: { token, ...report } }, language)
    },
  }
}
