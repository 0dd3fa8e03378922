import type { ContactRecord, ContactState, Reply } from "@haitech/contract/admin/outreach"
import type { Subject } from "@haitech/contract/outreach"
import { type ReactNode, useRef } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import type { ChipTone } from "#ui/chip.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useContact, useMoveContacts } from "./api.ts"

export const STATES = {
  new: { text: "admin.state_new", tone: "info" },
  answered: { text: "admin.state_answered", tone: "good" },
  done: { text: "admin.state_done", tone: "plain" },
} as const satisfies Readonly<Record<ContactState, { readonly text: AdminText; readonly tone: ChipTone }>>

export const SUBJECT_TEXTS = {
  general: "subject.general",
  coding: "subject.coding",
  languages: "subject.languages",
  cares: "subject.cares",
  partnership: "subject.partnership",
  volunteer: "subject.volunteer",
  donation: "subject.donation",
  technical: "subject.technical",
} as const satisfies Readonly<Record<Subject, AdminText>>

interface Props {
  readonly contact: ContactRecord
  readonly emails: ReactNode
  readonly onReply: () => void
  readonly onDelete?: () => void
}

export function ContactDetail({ contact, emails, onReply, onDelete }: Props) {
  const { t, label, showFailure, language, timeZone } = useAdminApp()
  const move = useMoveContacts()
  const { id, name, email, subject, message, state, createdAt } = contact
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {name}
      </h2>
      <dl className="admin-facts">
        <dt>{t("form.email")}</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        <dt>{t("admin.subject")}</dt>
        <dd>{subject ? label(SUBJECT_TEXTS, subject) : t("admin.no_subject")}</dd>
        <dt>{t("admin.written")}</dt>
        <dd>{formatWhen(language, createdAt, timeZone).exact}</dd>
        <dt>{t("admin.state")}</dt>
        <dd>{label(STATES, state)}</dd>
      </dl>
      <p className="admin-words" lang={contact.language}>
        {message}
      </p>
      <ReplyList id={id} />
      {emails}
      <p>
        <AppLink to={`/history?about=${id}`}>{t("admin.history_about")}</AppLink>
      </p>
      <div className="admin-dock">
        <Button compact onClick={onReply}>
          {t("admin.reply")}
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
                // The action removes this button.
                heading.current?.focus()
                move.mutate({ ids: [id], state: other }, { onError: showFailure })
              }}
            >
              {t(MOVES[other])}
            </BusyButton>
          ))}
        {onDelete && (
          <Button compact look="quiet" className="danger" onClick={onDelete}>
            {t("admin.delete")} <kbd aria-hidden="true">{t("admin.delete_key")}</kbd>
          </Button>
        )}
      </div>
    </>
  )
}

const MOVES = {
  new: "admin.mark_new",
  answered: "admin.mark_answered",
  done: "admin.mark_done",
} as const satisfies Readonly<Record<ContactState, AdminText>>

function ReplyList({ id }: { readonly id: string }) {
  const { t } = useAdminApp()
  const loadError = useLoadError()
  const { data, error, refetch } = useContact(id)
  if (error) {
    return <LoadFailed {...loadError(error, refetch)} />
  }
  if (!data) return <Skeleton className="h-16" />
  if (data.replies.length === 0) return <p className="small text-muted">{t("admin.no_replies")}</p>
  return (
    <ol className="admin-thread" aria-label={t("admin.replies")}>
      {data.replies.map((reply) => (
        <ReplyItem key={reply.id} reply={reply} />
      ))}
    </ol>
  )
}

function ReplyItem({ reply: { author, message, createdAt } }: { readonly reply: Reply }) {
  const { t, language, timeZone } = useAdminApp()
  return (
    <li>
      <p className="small text-muted">
        {author ?? t("admin.former_admin")}, {formatWhen(language, createdAt, timeZone).exact}
      </p>
      <p className="admin-words">{message}</p>
    </li>
  )
}
