import type { OwnAppointment } from "@haitech/contract/appointments"
import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import { request } from "#platform/http/request.ts"
import { useLink } from "#platform/navigation/use-link.ts"
import type { SessionReport } from "./report-session.tsx"
import type { SessionChange } from "./use-session-change.ts"

interface Shown extends Pick<typeof import("./session-view.tsx"), "SessionView"> {
  readonly session: OwnAppointment
}

/** The session of the link in an email. `change` and `report` throw when the request failed. */
export function useSession(language: Language) {
  const { show, ...link } = useLink<Shown>({
    name: "session",
    language,
    async load(token) {
      const [session, { SessionView }] = await Promise.all([
        request(routes.readAppointmentByToken, { body: { token } }, language),
        import("./session-view.tsx"),
      ])
      return { session, SessionView }
    },
  })
  const { token, view } = link
  return {
    ...link,
    async change(change: SessionChange): Promise<void> {
      if (!token || view.state !== "shown") return
      const session = await request(routes.changeAppointmentByToken, { body: { token, change } }, language)
      show({ ...view, session })
    },
    async report(report: SessionReport): Promise<void> {
      if (token) await request(routes.reportAppointmentByToken, { body: { token, ...report } }, language)
    },
  }
}
