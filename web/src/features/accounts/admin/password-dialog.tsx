import { type FormEvent, useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { currentPassword } from "#platform/app/current-password.ts"
import { clearToast } from "#ui/clear-toast.ts"
import { Dialog } from "#ui/dialog.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { showSuccess } from "#ui/overlays.ts"
import { PasswordField } from "#ui/password-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useChangeAdminPassword } from "./api.ts"
import { AdminPasswordFields, checkConfirmation, checkLength } from "./password-fields.tsx"
import { firstNonEmpty, useAdminForm } from "./state.ts"

const FIELDS = ["currentPassword", "newPassword", "confirmPassword"] as const
/** In seconds (spec §9). */
const DIALOG_S = 5

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Spec §2, §5: change password. The button is disabled until all three fields have a value. */
export function AdminPasswordDialog({ isOpen, onClose }: Props) {
  const { t } = useAdminApp()
  return (
    <Dialog
      id="admin-password"
      title={t("admin.change_password")}
      closeLabel={t("dialog.close")}
      {...useModal(isOpen, onClose)}
    >
      {isOpen && <ChangeForm onDone={onClose} />}
    </Dialog>
  )
}

function ChangeForm({ onDone }: { readonly onDone: () => void }) {
  const app = useAdminApp()
  const { t, lengths } = app
  const { mutateAsync: changePassword } = useChangeAdminPassword()
  const [isFull, setIsFull] = useState(false)
  const { form, isSending, errors } = useAdminForm({
    check: (values) =>
      firstNonEmpty(
        checkLength(values, "newPassword", lengths.adminPassword),
        checkConfirmation(values, "newPassword", "admin.differ_change"),
      ),
    async send({ currentPassword = "", newPassword = "" }) {
      await changePassword({ currentPassword, newPassword })
      clearToast()
      onDone()
      void showSuccess({
        title: t("admin.changed_title"),
        message: t("admin.changed"),
        autoCloseAfter: DIALOG_S,
        closeLabel: t("dialog.close"),
      })
    },
    failure: ["admin.change_failed_title", "admin.change_failed"],
  })
  const updateIsFull = ({ currentTarget }: FormEvent<HTMLFieldSetElement>) => {
    const data = new FormData(currentTarget.form ?? undefined)
    setIsFull(FIELDS.every((name) => data.get(name)))
  }
  return (
    <form {...form} className="mt-5">
      <fieldset className="grid gap-5" disabled={isSending} onInput={updateIsFull}>
        <PasswordField {...currentPassword(app)} error={errors["currentPassword"]} />
        <AdminPasswordFields name="newPassword" label={t("password.new")} errors={errors} />
        <FormActions disabled={!isFull || isSending} cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {isSending ? t("profile.saving") : t("admin.change_password")}
        </FormActions>
      </fieldset>
    </form>
  )
}
