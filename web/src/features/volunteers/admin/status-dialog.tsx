import type { ApplicationEmail, ApplicationRecord } from "@haitech/contract/admin/volunteers"
import { useState } from "react"
import { flushSync } from "react-dom"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useRetentionPeriods } from "#platform/admin/use-retention-periods.ts"
import { useVolunteersAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Checkbox } from "#ui/choice.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useApplicationEmail, useChangeApplication } from "./api.ts"
import { STATUSES } from "./labels.ts"
import type { Move } from "./moves.ts"

interface Props {
  readonly application: ApplicationRecord
  /** Null while the dialog is closed. */
  readonly move: Move | null
  readonly onClose: () => void
  readonly onMoved: () => void
}

/** Says what a new status does, and shows the email before it is sent. */
export function StatusDialog({ application, move, onClose, onMoved }: Props) {
  const { t } = useVolunteersAdminApp()
  const title = move ? t(move.label, { status: t(STATUSES[move.status].text) }) : ""
  return (
    <Dialog id="application-status" title={title} closeLabel={t("dialog.close")} {...useModal(move !== null, onClose)}>
      {move && (
        <StatusForm
          key={move.status}
          application={application}
          move={move}
          title={title}
          onClose={onClose}
          onMoved={onMoved}
        />
      )}
    </Dialog>
  )
}

interface FormProps extends Omit<Props, "move"> {
  readonly move: Move
  readonly title: string
}

function StatusForm({ application, move, title, onClose, onMoved }: FormProps) {
  const { t, showToast, failureMessage } = useVolunteersAdminApp()
  const { change } = useChangeApplication(application.id)
  const email = useApplicationEmail(application, move.status)
  const { status, about, isFinal } = move
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const choices = { sendsEmail: input.has("sendsEmail"), personalLine: String(input.get("personalLine") ?? "") }
      return { state: "sent", body: await change({ version: application.version, status, ...choices }) }
    },
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("admin.save_failed_title"), failureMessage(result.error))
      if (result.state !== "sent") return
      const moved = t("admin.application_moved", { name: application.name, status: t(STATUSES[status].text) })
      showToast("success", t("admin.updated_title"), moved)
      // The closed dialog gives the focus to its button, which may be gone by now.
      flushSync(onClose)
      onMoved()
    },
  })
  const months = useRetentionPeriods()?.[status === "alumni" ? "former_volunteers" : "applications"]
  return (
    <form className="mt-5 grid gap-5" {...form}>
      {months === undefined ? <Skeleton className="h-6" /> : <p className="text-muted">{t(about, { months })}</p>}
      <fieldset className="grid gap-5" disabled={isSending}>
        <EmailChoice name={application.firstName} query={email} error={errors["personalLine"]} />
        <FormActions
          cancelLabel={t("profile.cancel")}
          onCancel={onClose}
          disabled={email.data === undefined}
          className={isFinal ? "danger" : ""}
        >
          {isSending ? t("profile.saving") : title}
        </FormActions>
      </fieldset>
    </form>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly query: ReturnType<typeof useApplicationEmail>
  readonly error: string | undefined
}

function EmailChoice({ name, query: { data, error: failure, refetch }, error }: ChoiceProps) {
  const { t, lengths } = useVolunteersAdminApp()
  const loadError = useLoadError()
  const [isSent, setIsSent] = useState(true)
  const [line, setLine] = useState("")
  if (failure) return <LoadFailed {...loadError(failure, refetch)} />
  if (!data) return <Skeleton className="h-48" />
  const { email } = data
  if (!email) return null
  return (
    <>
      <Checkbox
        label={t("admin.application_email_send")}
        name="sendsEmail"
        checked={isSent}
        onChange={({ currentTarget }) => setIsSent(currentTarget.checked)}
      />
      {isSent && (
        <>
          <TextAreaField
            label={t("admin.application_line")}
            note={t("admin.application_line_note")}
            name="personalLine"
            rows={2}
            lang={email.language}
            maxLength={lengths.personalLine}
            value={line}
            onChange={({ currentTarget }) => setLine(currentTarget.value)}
            error={error}
          />
          <EmailPreview name={name} email={email} line={line.trim()} />
        </>
      )}
    </>
  )
}

interface PreviewProps {
  readonly name: string
  readonly email: ApplicationEmail
  readonly line: string
}

function EmailPreview({ name, email, line }: PreviewProps) {
  const { t } = useVolunteersAdminApp()
  const { language, subject, greeting, paragraphs, action, footer } = email
  const title = t("admin.application_email", { name, language: t(`language.${language}`) })
  return (
    <section aria-label={title} className="grid gap-2">
      <p className="strong">{title}</p>
      <div className="pipeline-email" lang={language}>
        <p className="strong">{subject}</p>
        <p>{greeting}</p>
        {[...paragraphs, ...(line ? [line] : [])].map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {action && <p className="strong">{action}</p>}
        <p className="small text-muted">{footer}</p>
      </div>
    </section>
  )
}
