import type { StudentLearning, TutorSession } from "@haitech/contract/tutors"
import { type ReactNode, useId } from "react"
import { DateLeaf } from "#features/appointments/date-leaf.tsx"
import { JoinSession } from "#features/appointments/join-session.tsx"
import { endOf, isComing, isOpenToJoin, startOf, useNow } from "#features/appointments/session-times.ts"
import { useTutorApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { Chip } from "#ui/chip.tsx"
import { BothClocks } from "./clocks.tsx"
import { STATES, topicOf } from "./labels.ts"
import { useLazyForm } from "./use-lazy-form.ts"

const PROGRAMS = {
  coding: "program.coding",
  languages: "program.languages",
  mentorship: "program.mentorship",
} as const

interface Props {
  readonly session: TutorSession
  readonly zone: string
  /** Shows at once how to join it and what helps to prepare it. */
  readonly isNext?: boolean
  /** What the tutor can do with it. */
  readonly children?: ReactNode
}

/** A session that the tutor gives: when, with whom, and what helps to prepare it. */
export function TutorSessionView({ session, zone, isNext = false, children }: Props) {
  const now = useNow()
  const id = useId()
  const { t, texts, language } = useTutorApp()
  const isUnreported = session.status === "approved" && endOf(session) <= now
  const state = isUnreported ? undefined : entryOf(STATES, session.status)
  const name = session.studentName ?? t("tutor.student")
  return (
    <article className="own-session" aria-labelledby={id}>
      <div className="session-head">
        <DateLeaf language={language} at={startOf(session)} timeZone={zone} />
        <div>
          <h3 id={id}>{topicOf(t, session)}</h3>
          <BothClocks session={session} zone={zone} />
          <p className="text-muted">
            {t("schedule.minutes", { minutes: session.duration })}, {t("tutor.with", { name })}
          </p>
        </div>
        {state && <Chip tone={state.tone}>{t(state.text)}</Chip>}
      </div>
      {(isNext || isOpenToJoin(session, now)) && <JoinSession texts={texts} session={session} />}
      <Preparation session={session} isOpen={isNext} />
      {children}
      <div className="tutor-actions">
        {isComing(session, now) && Date.parse(startOf(session)) > now && <Withdrawal session={session} />}
        <Concern session={session} />
      </div>
    </article>
  )
}

/** The tutor cannot come: somebody else is to give the session. */
function Withdrawal({ session }: Pick<Props, "session">) {
  const { t } = useTutorApp()
  const { Form, open, close } = useLazyForm(async () => (await import("./withdraw-dialog.tsx")).WithdrawDialog)
  return (
    <>
      <p>
        <button type="button" className="more" onClick={() => void open()}>
          {t("tutor.withdraw")}
        </button>
      </p>
      {Form && <Form session={session} onDone={close} />}
    </>
  )
}

/** For the people who are responsible for safety; what the tutor says of the session itself is a form of its own. */
function Concern({ session }: Pick<Props, "session">) {
  const { t } = useTutorApp()
  const { Form, open, close } = useLazyForm(async () => (await import("./safety-report.tsx")).SafetyReport)
  if (Form) return <Form session={session} onDone={close} />
  return (
    <p>
      <button type="button" className="more" onClick={() => void open()}>
        {t("report.button")}
      </button>
    </p>
  )
}

function Preparation({ session: { description, learning }, isOpen }: Pick<Props, "session"> & { isOpen: boolean }) {
  const { t } = useTutorApp()
  const rows = learning ? learningRows(t, learning) : []
  if (!description && rows.length === 0) return null
  const facts = (
    <dl className="tutor-facts">
      {description && (
        <div>
          <dt>{t("tutor.wrote")}</dt>
          <dd className="tutor-words">{description}</dd>
          {description.includes("[…]") && <dd className="small text-muted">{t("tutor.hidden")}</dd>}
        </div>
      )}
      {rows.map(([label, values]) => (
        <div key={label}>
          <dt>{label}</dt>
          {values.map((value) => (
            <dd key={value}>{value}</dd>
          ))}
        </div>
      ))}
    </dl>
  )
  if (isOpen) return facts
  return (
    <details className="tutor-more">
      <summary>{t("tutor.prepare")}</summary>
      {facts}
    </details>
  )
}

type Translate = ReturnType<typeof useTutorApp>["t"]

function learningRows(t: Translate, { programs, courses, lessons }: StudentLearning) {
  const goals = programs.flatMap((program) => {
    const key = entryOf(PROGRAMS, program)
    return key ? t(key) : []
  })
  const rows = [
    [t("tutor.learns"), goals.length > 0 ? [goals.join(", ")] : []],
    [t("tutor.courses"), courses.map((course) => t("tutor.course", course))],
    [t("tutor.asked"), lessons],
  ] as const
  return rows.filter(([, values]) => values.length > 0)
}
