import type { AppointmentRecord } from "@haitech/contract/admin/appointments"
import { useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useSessionChange } from "./use-session-change.ts"

/** What staff writes down about a session; the student never sees it. */
export function NotesForm({ session }: { readonly session: AppointmentRecord }) {
  const { t, lengths } = useAdminApp()
  const { change } = useSessionChange(session)
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const adminNotes = String(input.get("adminNotes")).trim() || null
      await change({ adminNotes })
      return { state: "sent", body: undefined }
    },
  })
  return (
    <form className="admin-box" {...form}>
      <TextAreaField
        label={t("admin.session_notes")}
        note={t("admin.session_notes_note")}
        name="adminNotes"
        rows={3}
        maxLength={lengths.sessionNotes}
        defaultValue={session.adminNotes ?? ""}
        error={errors["adminNotes"]}
      />
      <div>
        <BusyButton type="submit" look="quiet" compact isBusy={isSending}>
          {isSending ? t("profile.saving") : t("admin.session_notes_save")}
        </BusyButton>
      </div>
    </form>
  )
}
