import type { Language } from "@haitech/contract/languages"
import type { ProposalView } from "@haitech/contract/proposals"
import { type ReactNode, useId } from "react"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { LinkState } from "#ui/page-states.tsx"
import { DateLeaf } from "./date-leaf.tsx"
import { SESSION_TIME_TEXTS, SessionTime } from "./session-time.tsx"
import { useProposal } from "./use-proposal.ts"

export const PROPOSAL_TEXTS = [
  ...SESSION_TIME_TEXTS,
  "proposal.accept",
  "proposal.accepted",
  "proposal.closed",
  "proposal.decline",
  "proposal.declined",
  "proposal.failed",
  "proposal.link",
  "proposal.loading",
  "proposal.open",
  "proposal.with",
  "problem.proposal_link.expired",
  "schedule.tutoring",
  "schedule.mentoring",
  "schedule.consultation",
  "schedule.coding",
  "schedule.language",
  "schedule.career",
  "schedule.general",
  "schedule.minutes",
  "language.en",
  "language.fr",
  "language.ht",
  "language.es",
  "error.retry",
  "donate.write",
] as const satisfies readonly MessageKey[]

const NAMES = {
  tutoring: "schedule.tutoring",
  mentoring: "schedule.mentoring",
  consultation: "schedule.consultation",
  coding: "schedule.coding",
  language: "schedule.language",
  career: "schedule.career",
  general: "schedule.general",
} as const

const STATES = {
  open: "proposal.open",
  accepted: "proposal.accepted",
  declined: "proposal.declined",
  closed: "proposal.closed",
} as const

interface Props {
  readonly texts: Readonly<Record<(typeof PROPOSAL_TEXTS)[number], string>>
  readonly language: Language
  readonly contactPage: string
}

/** A session that a tutor is asked to give. Opening the link changes nothing: only the buttons do. */
export function ProposalCard({ texts, language, contactPage }: Props) {
  const { view, isBusy, refusal, resultRef, answer, retry } = useProposal(language)
  if (view.state !== "shown") {
    const linkTexts = {
      loading: texts["proposal.loading"],
      failed: texts["proposal.failed"],
      retry: texts["error.retry"],
      unknown: texts["problem.proposal_link.expired"],
      noLink: texts["proposal.link"],
      write: texts["donate.write"],
    }
    return <LinkState view={view} texts={linkTexts} contactPage={contactPage} onRetry={retry} />
  }
  const { proposal } = view
  return (
    <Session {...{ texts, language, proposal }}>
      {refusal && (
        <p className="notice failure" role="alert">
          {refusal}
        </p>
      )}
      <p ref={resultRef} tabIndex={-1} className="session-result">
        {texts[entryOf(STATES, proposal.state) ?? "proposal.closed"]}
      </p>
      {proposal.state === "open" && (
        <div className="session-actions">
          <BusyButton isBusy={isBusy} onClick={() => void answer("accept")}>
            {texts["proposal.accept"]}
          </BusyButton>
          <BusyButton isBusy={isBusy} look="quiet" onClick={() => void answer("decline")}>
            {texts["proposal.decline"]}
          </BusyButton>
        </div>
      )}
    </Session>
  )
}

interface SessionProps extends Pick<Props, "texts" | "language"> {
  readonly proposal: ProposalView
  readonly children: ReactNode
}

function Session({ texts, language, proposal, children }: SessionProps) {
  const id = useId()
  const { startsAt, timeZone, sessionType, subject, duration, studentName } = proposal
  const names = [sessionType, subject].map((value) => texts[entryOf(NAMES, value) ?? "schedule.general"])
  const facts = [
    fill(texts["schedule.minutes"], { minutes: duration }),
    texts[`language.${proposal.language}`],
    studentName && fill(texts["proposal.with"], { name: studentName }),
  ]
  return (
    <article className="own-session" aria-labelledby={id}>
      <div className="session-head">
        <DateLeaf language={language} at={startsAt} timeZone={timeZone} />
        <div>
          <h2 id={id}>{names.join(", ")}</h2>
          <SessionTime {...{ texts, language, timeZone }} at={startsAt} />
          <p className="text-muted">{facts.filter(Boolean).join(", ")}</p>
        </div>
      </div>
      {children}
    </article>
  )
}
