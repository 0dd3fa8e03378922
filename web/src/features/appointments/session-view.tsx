import type { OwnAppointment } from "@haitech/contract/appointments"
import type { Language } from "@haitech/contract/languages"
import { useId, useState } from "react"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Chip } from "#ui/chip.tsx"
import { Notice } from "#ui/notice.tsx"
import { CANCEL_TEXTS, CancelDialog } from "./cancel-dialog.tsx"
import { DateLeaf } from "./date-leaf.tsx"
import { FEEDBACK_TEXTS, SessionFeedback } from "./feedback-form.tsx"
import { JOIN_TEXTS, JoinSession } from "./join-session.tsx"
import { localTimeZone } from "./local-zone.ts"
import type { MOVE_TEXTS } from "./move-session.tsx"
import type { REPORT_TEXTS, SessionReport } from "./report-session.tsx"
import { SESSION_TIME_TEXTS, SessionTime } from "./session-time.tsx"
import { startOf } from "./session-times.ts"
import { useFeedback } from "./use-feedback.ts"
import { type SessionChange, useSessionChange } from "./use-session-change.ts"

export const SESSION_VIEW_TEXTS = [
  ...SESSION_TIME_TEXTS,
  ...JOIN_TEXTS,
  ...CANCEL_TEXTS,
  ...FEEDBACK_TEXTS,
  "schedule.tutoring",
  "schedule.mentoring",
  "schedule.consultation",
  "schedule.coding",
  "schedule.language",
  "schedule.career",
  "schedule.general",
  "schedule.minutes",
  "session.title",
  "session.with",
  "session.state_pending",
  "session.state_approved",
  "session.state_declined",
  "session.state_completed",
  "session.state_cancelled",
  "session.state_no_show",
  "session.cancel",
  "session.move",
  "session.done_cancel",
  "session.done_move",
  "session.done_feedback",
  "session.done_kept",
  "session.not_done",
  "report.button",
] as const satisfies readonly MessageKey[]

type SessionTexts = Readonly<
  Record<(typeof SESSION_VIEW_TEXTS | typeof MOVE_TEXTS | typeof REPORT_TEXTS)[number], string>
>

type MoveScript = Pick<typeof import("./move-session.tsx"), "MoveSession">
type ReportScript = Pick<typeof import("./report-session.tsx"), "ReportSession">

const STATES = {
  pending: { text: "session.state_pending", tone: "wait" },
  approved: { text: "session.state_approved", tone: "good" },
  declined: { text: "session.state_declined", tone: "plain" },
  completed: { text: "session.state_completed", tone: "plain" },
  cancelled: { text: "session.state_cancelled", tone: "plain" },
  no_show: { text: "session.state_no_show", tone: "bad" },
} as const

const NAMES = {
  tutoring: "schedule.tutoring",
  mentoring: "schedule.mentoring",
  consultation: "schedule.consultation",
  coding: "schedule.coding",
  language: "schedule.language",
  career: "schedule.career",
  general: "schedule.general",
} as const

interface Props {
  readonly texts: SessionTexts
  readonly language: Language
  readonly timeZone: string
  readonly lengths: { readonly description: number }
  readonly session: OwnAppointment
  /** Of its heading. */
  readonly level: "h2" | "h3"
  /** Of the link in an email. */
  readonly token?: string | undefined
  /** Rejects when it failed. */
  readonly change: (change: SessionChange) => Promise<void>
  /** Rejects when it failed. */
  readonly report: (report: SessionReport) => Promise<void>
}

/** A student's own session: when and with whom it is, how to join, and what the student can change. */
export function SessionView(props: Props) {
  const { texts, language, timeZone, lengths, session, level, token, change, report } = props
  const id = useId()
  const { isBusy, result, resultRef, apply, load } = useSessionChange(change, language)
  const [isCancelling, setCancelling] = useState(false)
  const [{ MoveSession }, setMove] = useState<Partial<MoveScript>>({})
  return (
    <article className="own-session" aria-labelledby={id}>
      <Head {...{ texts, language, timeZone, session, level }} id={id} />
      <JoinSession {...{ texts, session }} />
      <div ref={resultRef} tabIndex={-1} className="session-result">
        {result && (
          <Notice failed={result.done === null}>
            {result.done ? texts[`session.done_${result.done}`] : `${texts["session.not_done"]} ${result.reason}`}
          </Notice>
        )}
      </div>
      {MoveSession ? (
        <MoveSession
          {...{ texts, language, timeZone, session, isBusy }}
          starts={result?.done === null ? result.starts : []}
          onMove={async (to) => {
            if (await apply({ change: "move", startsAt: to })) setMove({})
          }}
          onStop={() => setMove({})}
        />
      ) : (
        <div className="session-actions">
          {session.canMove && (
            <BusyButton
              isBusy={isBusy}
              look="quiet"
              compact
              onClick={async () => setMove((await load(() => import("./move-session.tsx"))) ?? {})}
            >
              {texts["session.move"]}
            </BusyButton>
          )}
          {session.canCancel && (
            <BusyButton isBusy={isBusy} look="quiet" compact onClick={() => setCancelling(true)}>
              {texts["session.cancel"]}
            </BusyButton>
          )}
        </div>
      )}
      {session.status === "completed" && <Feedback {...{ texts, language, lengths, session, token, isBusy, apply }} />}
      <Report {...{ texts, language, lengths, report, load }} />
      <CancelDialog
        texts={texts}
        id={`${id}-cancel`}
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
        onCancel={() => void apply({ change: "cancel" })}
      />
    </article>
  )
}

interface ReportProps extends Pick<Props, "texts" | "language" | "lengths" | "report"> {
  readonly load: ReturnType<typeof useSessionChange>["load"]
}

function Report({ texts, language, lengths, report, load }: ReportProps) {
  const [{ ReportSession }, setScript] = useState<Partial<ReportScript>>({})
  if (ReportSession)
    return <ReportSession {...{ texts, language, lengths }} onReport={report} onClose={() => setScript({})} />
  return (
    <p>
      <button
        type="button"
        className="more"
        onClick={async () => setScript((await load(() => import("./report-session.tsx"))) ?? {})}
      >
        {texts["report.button"]}
      </button>
    </p>
  )
}

type FeedbackProps = Pick<Props, "texts" | "language" | "lengths" | "session" | "token"> &
  Pick<ReturnType<typeof useSessionChange>, "isBusy" | "apply">

/** Nothing while it waits on the device: the page lists what waits. */
function Feedback({ texts, language, lengths, session, token, isBusy, apply }: FeedbackProps) {
  const { isWaiting, prepare, keep } = useFeedback(session, language, token)
  if (isWaiting) return null
  return (
    <SessionFeedback
      {...{ texts, lengths, session, isBusy }}
      onPrepare={prepare}
      onSend={(wanted) => apply(wanted, () => keep(wanted))}
    />
  )
}

function Head({
  texts,
  language,
  timeZone,
  session,
  level: Heading,
  id,
}: Pick<Props, "texts" | "language" | "timeZone" | "session" | "level"> & { readonly id: string }) {
  const startsAt = startOf(session)
  const state = entryOf(STATES, session.status)
  const names = [session.sessionType, session.subject].map((value) => texts[entryOf(NAMES, value) ?? "session.title"])
  const facts = [
    fill(texts["schedule.minutes"], { minutes: session.duration }),
    session.tutorName && fill(texts["session.with"], { name: session.tutorName }),
  ]
  return (
    <div className="session-head">
      <DateLeaf language={language} at={startsAt} timeZone={localTimeZone()} />
      <div>
        <Heading id={id}>{names.join(", ")}</Heading>
        <SessionTime {...{ texts, language, timeZone }} at={startsAt} />
        <p className="text-muted">{facts.filter(Boolean).join(", ")}</p>
      </div>
      {state && <Chip tone={state.tone}>{texts[state.text]}</Chip>}
    </div>
  )
}
