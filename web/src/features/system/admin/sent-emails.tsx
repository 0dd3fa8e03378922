import type { SentEmails as Reply } from "@haitech/contract/admin/emails"
import { useState } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Icon } from "#ui/icon.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { type EmailRoute, useSentEmails } from "./api.ts"

interface Props {
  readonly route: EmailRoute
  /** Of the record whose address is meant. */
  readonly id: string
}

/** What was sent to the address of a record, loaded when somebody opens it. */
export function SentEmails(props: Props) {
  const { t } = useAdminApp()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="admin-read" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        {t("admin.emails")}
        <Icon name="down" />
      </summary>
      {isOpen && <EmailList {...props} />}
    </details>
  )
}

function EmailList({ route, id }: Props) {
  const { t } = useAdminApp()
  const loadError = useLoadError()
  const { data, error, refetch } = useSentEmails(route, id)
  if (error) return <LoadFailed {...loadError(error, refetch)} />
  if (!data) return <Skeleton className="h-24" />
  const { address, emails } = data
  return (
    <>
      <p className="small mt-2 text-muted wrap-anywhere">{t("admin.emails_to", { address })}</p>
      {emails.length === 0 ? <p>{t("admin.emails_none")}</p> : <Lines emails={emails} />}
      <p className="small text-muted">{t("admin.emails_unlisted")}</p>
      <p>
        <AppLink to="/?kind=email">{t("admin.waiting_emails")}</AppLink>
      </p>
    </>
  )
}

function Lines({ emails }: Pick<Reply, "emails">) {
  const { t, language, timeZone } = useAdminApp()
  return (
    <ul className="admin-lines">
      {emails.map((email) => (
        <li key={email.id} className="flex-col items-start gap-1">
          <span lang={email.language} className="wrap-anywhere">
            {email.subject}
          </span>
          <span className="small text-muted">
            {formatWhen(language, email.sentAt, timeZone).exact} ·{" "}
            <span lang={email.language}>{t(`language.${email.language}`)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
