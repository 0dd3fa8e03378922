import type { OwnAppointment } from "@haitech/contract/appointments"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { buttonClass } from "#ui/button.tsx"
import { endOf, isOpenToJoin, useNow } from "./session-times.ts"

export const JOIN_TEXTS = ["session.join", "session.join_later"] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof JOIN_TEXTS)[number], string>>
  /** `light` on a dark background. */
  readonly look?: "primary" | "light"
  readonly session: Pick<OwnAppointment, "meetingUrl" | "preferredDate" | "scheduledAt" | "duration">
}

/** The link to the session's meeting, from ten minutes before it until its end. */
export function JoinSession({ texts, look, session }: Props) {
  const now = useNow()
  if (!session.meetingUrl || now >= endOf(session)) return null
  if (!isOpenToJoin(session, now)) return <p className="small">{texts["session.join_later"]}</p>
  return (
    <p>
      <a className={buttonClass(look)} href={session.meetingUrl} target="_blank" rel="noopener noreferrer">
        {texts["session.join"]}
      </a>
    </p>
  )
}
