import type { ContactRecord, ContactState, Reply } from "@haitech/contract/office-outreach"
import type { Subject } from "@haitech/contract/outreach"
import { useRef } from "react"
import { type OfficeText, useOffice } from "#platform/app.tsx"
import { AppLink } from "#platform/navigation.tsx"
import { useTrouble } from "#platform/trouble.ts"
import { whenInWords } from "#platform/when.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import type { ChipTone } from "#ui/chip.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useContact, useMoveContacts } from "./office-api.ts"

export const STATES = {
  new: { text: "office.state_new", tone: "info" },
  answered: { text: "office.state_answered", tone: "good" },
  done: { text: "office.state_done", tone: "plain" },
} as const satisfies Readonly<Record<ContactState, { readonly text: OfficeText; readonly tone: ChipTone }>>

export const SUBJECT_TEXTS = {
  general: "subject.general",
  coding: "subject.coding",
  languages: "subject.languages",
  cares: "subject.cares",
  partnership: "subject.partnership",
  volunteer: "subject.volunteer",
  donation: "subject.donation",
  technical: "subject.technical",
} as const satisfies Readonly<Record<Subject, OfficeText>>

interface Props {
  readonly contact: ContactRecord
  readonly onReply: () => void
  readonly onDelete: () => void
}

/** A message to the office, what was answered, and what can be done about it. */
export function ContactDetail({ contact, onReply, onDelete }: Props) {
  const { t, tellFailure, language, timeZone } = useOffice()
  const move = useMoveContacts()
  const { id, name, email, subject, message, state, createdAt } = contact
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {name}
      </h2>
      <dl className="office-facts">
        <dt>{t("form.email")}</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        <dt>{t("office.subject")}</dt>
        <dd>{subject ? t(SUBJECT_TEXTS[subject]) : t("office.no_subject")}</dd>
        <dt>{t("office.written")}</dt>
        <dd>{whenInWords(language, createdAt, timeZone).exact}</dd>
        <dt>{t("office.state")}</dt>
        <dd>{t(STATES[state].text)}</dd>
      </dl>
      <p className="office-words" lang={contact.language}>
        {message}
      </p>
      <Thread id={id} />
      <div className="flex flex-wrap gap-3">
        <Button compact onClick={onReply}>
          {t("office.reply")}
        </Button>
        {(Object.keys(STATES) as ContactState[])
          .filter((other) => other !== state)
          .map((other) => (
            <BusyButton
              key={other}
              look="quiet"
              compact
              isBusy={move.isPending}
              onClick={() => {
                // It goes away with what it did.
                heading.current?.focus()
                move.mutate({ ids: [id], state: other }, { onError: tellFailure })
              }}
            >
              {t(MOVES[other])}
            </BusyButton>
          ))}
        <Button compact look="quiet" className="danger" onClick={onDelete}>
          {t("office.delete")} <kbd aria-hidden="true">{t("office.delete_key")}</kbd>
        </Button>
      </div>
      <p>
        <AppLink to={`/history?about=${id}`}>{t("office.history_about")}</AppLink>
      </p>
    </>
  )
}

const MOVES = {
  new: "office.mark_new",
  answered: "office.mark_answered",
  done: "office.mark_done",
} as const satisfies Readonly<Record<ContactState, OfficeText>>

function Thread({ id }: { readonly id: string }) {
  const { t } = useOffice()
  const trouble = useTrouble()
  const { data, error, refetch } = useContact(id)
  if (error) {
    return <LoadFailed {...trouble(error, refetch)} />
  }
  if (!data) return <Skeleton className="h-16" />
  if (data.replies.length === 0) return <p className="small text-muted">{t("office.no_replies")}</p>
  return (
    <ol className="office-thread" aria-label={t("office.replies")}>
      {data.replies.map((reply) => (
        <Answer key={reply.id} reply={reply} />
      ))}
    </ol>
  )
}

function Answer({ reply: { author, message, createdAt } }: { readonly reply: Reply }) {
  const { t, language, timeZone } = useOffice()
  return (
    <li>
      <p className="small text-muted">
        {author ?? t("office.former_admin")}, {whenInWords(language, createdAt, timeZone).exact}
      </p>
      <p className="office-words">{message}</p>
    </li>
  )
}
