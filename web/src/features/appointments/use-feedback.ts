import type { OwnAppointment } from "@haitech/contract/appointments"
import type { Language } from "@haitech/contract/languages"
import { startOf } from "./session-times.ts"
import type { SessionChange } from "./use-session-change.ts"
import { loadWaiting, useWaiting } from "./use-waiting.ts"
import { useWaitingItems } from "./use-waiting-items.ts"

/** Feedback that waits on the device. `token` is that of the link in an email. */
export function useFeedback(session: OwnAppointment, language: Language, token: string | undefined) {
  const waiting = useWaiting()
  const items = useWaitingItems(waiting?.outbox)
  return {
    isWaiting: items.some(({ body }) => body.kind === "feedback" && body.session.id === session.id),
    prepare: () => void loadWaiting().catch(() => undefined),
    /** @returns whether it is on the device */
    async keep(change: SessionChange): Promise<boolean> {
      const { outbox } = await loadWaiting()
      const { id, sessionType, subject, studentEmail: email } = session
      const about = { session: { id, sessionType, subject }, startsAt: startOf(session), email }
      return outbox.keepFeedback({ ...about, language, token: token ?? null, change })
    },
  }
}
