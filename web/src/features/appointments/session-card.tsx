import type { Language } from "@haitech/contract/languages"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { LinkState } from "#ui/page-states.tsx"
import type { MOVE_TEXTS } from "./move-session.tsx"
import type { REPORT_TEXTS } from "./report-session.tsx"
import type { SESSION_VIEW_TEXTS } from "./session-view.tsx"
import { useSession } from "./use-session.ts"
import { useWaiting } from "./use-waiting.ts"

export const SESSION_TEXTS = [
  "session.link",
  "session.loading",
  "session.failed",
  "error.retry",
  "problem.appointment_link.expired",
  "donate.write",
  "next.another",
] as const satisfies readonly MessageKey[]

type LaterText = (typeof SESSION_VIEW_TEXTS | typeof MOVE_TEXTS | typeof REPORT_TEXTS)[number]

interface Props {
  readonly texts: Readonly<Record<(typeof SESSION_TEXTS)[number] | LaterText, string>>
  readonly language: Language
  readonly timeZone: string
  readonly lengths: { readonly description: number }
  readonly contactPage: string
  readonly schedulePage: string
}

/** The session of the link in an email. Opening the link changes nothing: only the buttons do. */
export function SessionCard({ texts, language, timeZone, lengths, contactPage, schedulePage }: Props) {
  const { view, token, retry, change, report } = useSession(language)
  const waiting = useWaiting()
  if (view.state === "shown")
    return (
      <>
        {waiting && <waiting.WaitingRequests {...waiting} {...{ language, timeZone }} onSent={retry} />}
        <view.SessionView
          {...{ texts, language, timeZone, lengths, token, change, report }}
          session={view.session}
          level="h2"
        />
        <p className="session-more">
          <a className="more" href={schedulePage}>
            {texts["next.another"]}
          </a>
        </p>
      </>
    )
  const linkTexts = {
    loading: texts["session.loading"],
    failed: texts["session.failed"],
    retry: texts["error.retry"],
    unknown: texts["problem.appointment_link.expired"],
    noLink: texts["session.link"],
    write: texts["donate.write"],
  }
  return <LinkState view={view} texts={linkTexts} contactPage={contactPage} onRetry={retry} />
}
