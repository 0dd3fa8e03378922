import type { ApplicationRecord } from "@haitech/contract/admin/volunteers"
import { formatDay } from "@haitech/contract/clock"
import { useId } from "react"
import { useConflictTexts } from "#platform/admin/use-conflict-texts.ts"
import { useVolunteersAdminApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Conflict } from "#ui/conflict.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { Field, SelectField } from "#ui/field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useOwners } from "./api.ts"
import { useWorkEditor } from "./use-work-editor.ts"

/** Owner, next step with its day, and notes. */
export function WorkForm({ application }: { readonly application: ApplicationRecord }) {
  const { t, lengths } = useVolunteersAdminApp()
  const editor = useWorkEditor(application)
  const stepsId = useId()
  const { form, field, isSending, isDirty, wasRestored, conflict } = editor
  return (
    <section className="admin-box" aria-label={t("admin.application_work")}>
      <h3>{t("admin.application_work")}</h3>
      <WorkConflict application={application} mine={editor.values} conflict={conflict} />
      {wasRestored && <p className="notice small">{t("admin.draft_kept")}</p>}
      <form {...form} className="grid gap-4">
        <OwnerSelect application={application} {...field("assignedAdmin")} />
        <Field
          label={t("admin.application_next_step")}
          list={stepsId}
          maxLength={lengths.nextStep}
          autoComplete="off"
          {...field("nextStep")}
        />
        <datalist id={stepsId}>
          {editor.steps.map((step) => (
            <option key={step}>{step}</option>
          ))}
        </datalist>
        <Field label={t("admin.application_next_on")} type="date" {...field("nextStepOn")} />
        <TextAreaField
          label={t("admin.application_notes")}
          note={t("admin.application_notes_note")}
          rows={3}
          maxLength={lengths.sessionNotes}
          {...field("adminNotes")}
        />
        <div className="admin-chips">
          <BusyButton type="submit" compact isBusy={isSending}>
            {isSending ? t("profile.saving") : t("profile.save")}
          </BusyButton>
          {isDirty && (
            <Button look="quiet" compact disabled={isSending} onClick={editor.discard}>
              {t("admin.draft_discard")}
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}

type OwnerProps = Pick<Parameters<typeof SelectField>[0], "name" | "value" | "error" | "onChange">

function OwnerSelect({ application, ...field }: OwnerProps & { readonly application: ApplicationRecord }) {
  const { t } = useVolunteersAdminApp()
  const { owner, status } = application
  const isOver = status === "declined" || status === "alumni"
  const { data: admins = [] } = useOwners()
  // The owner may no longer be an administrator.
  const choices = owner && !admins.some(({ id }) => id === owner.id) ? [...admins, owner] : admins
  return (
    <SelectField label={t("admin.application_owner")} {...field}>
      {(owner === null || isOver) && <option value="">{t("admin.application_nobody")}</option>}
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

interface ConflictProps {
  readonly application: ApplicationRecord
  readonly mine: ReturnType<typeof useWorkEditor>["values"]
  readonly conflict: ReturnType<typeof useWorkEditor>["conflict"]
}

function WorkConflict({ application: { owner, name }, mine, conflict }: ConflictProps) {
  const { t, language } = useVolunteersAdminApp()
  const texts = useConflictTexts()
  const { data: admins = [] } = useOwners()
  const nameOf = (id: string) => [...admins, ...(owner ? [owner] : [])].find((admin) => admin.id === id)?.name ?? ""
  const { isOpen, close, ...versions } = conflict
  return (
    <Dialog
      id="application-conflict"
      title={name}
      closeLabel={t("dialog.close")}
      className="admin-edit"
      {...useModal(isOpen, close)}
    >
      {isOpen && (
        <Conflict
          texts={texts}
          mine={mine}
          {...versions}
          labels={{
            assignedAdmin: t("admin.application_owner"),
            nextStep: t("admin.application_next_step"),
            nextStepOn: t("admin.application_next_on"),
            adminNotes: t("admin.application_notes"),
          }}
          formatValue={(field, value) => {
            if (field === "assignedAdmin") return nameOf(value)
            return field === "nextStepOn" && value ? formatDay(language, `${value}T00:00:00Z`, "UTC") : value
          }}
        />
      )}
    </Dialog>
  )
}
