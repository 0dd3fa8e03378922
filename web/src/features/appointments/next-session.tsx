import type { OwnAppointment } from "@haitech/contract/appointments"
import type { Language } from "@haitech/contract/languages"
import { JOIN_TEXTS, JoinSession } from "./join-session.tsx"
import { SESSION_TIME_TEXTS, SessionTime } from "./session-time.tsx"
import { startOf } from "./session-times.ts"

export const NEXT_SESSION_TEXTS = [...SESSION_TIME_TEXTS, ...JOIN_TEXTS] as const

interface Props {
  readonly texts: Readonly<Record<(typeof NEXT_SESSION_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly session: Pick<OwnAppointment, "preferredDate" | "scheduledAt" | "duration" | "meetingUrl">
}

/** When the next session is, and how to join it, on a dark background. */
export function NextSession({ texts, language, timeZone, session }: Props) {
  return (
    <div className="grid gap-3">
      <div>
        <SessionTime {...{ texts, language, timeZone }} at={startOf(session)} />
      </div>
      <JoinSession texts={texts} look="light" session={session} />
    </div>
  )
}
