import type { ReactNode } from "react"
import { useProfileApp } from "#platform/app/app.tsx"
import { currentPassword } from "#platform/app/current-password.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Dialog } from "#ui/dialog.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { PasswordField } from "#ui/password-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { FormFailure } from "./form-failure.tsx"
import { useChangePassword } from "./profile-api.ts"

/** Renders the fields of the new password, which belong to another feature, with their errors. */
export type NewPasswordFields = (errors: Readonly<Record<string, string>>) => ReactNode

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly newPassword: NewPasswordFields
}

/** Spec §2, profile, "Change Password". A toast then says how many other devices were signed out. */
export function PasswordDialog({ isOpen, onClose, newPassword }: Props) {
  const { t } = useProfileApp()
  const modal = useModal(isOpen, onClose)
  return (
    <Dialog id="change-password" title={t("profile.change_password")} closeLabel={t("dialog.close")} {...modal}>
      {isOpen && <PasswordForm onDone={onClose} newPassword={newPassword} />}
    </Dialog>
  )
}

function PasswordForm({ onDone, newPassword }: { readonly onDone: () => void } & Pick<Props, "newPassword">) {
  const app = useProfileApp()
  const { t, showToast } = app
  const { mutateAsync: changePassword } = useChangePassword()
  const { form, result, isSending, errors } = useFormSubmit({
    async send(input) {
      const [currentPassword, newPassword] = [String(input.get("currentPassword")), String(input.get("newPassword"))]
      const isSame = newPassword === input.get("confirmPassword")
      if (!isSame) return { state: "invalid", texts: { confirmPassword: t("field.password.mismatch") } }
      return { state: "sent", body: await changePassword({ currentPassword, newPassword }) }
    },
    onResult(submitted) {
      if (submitted.state !== "sent") return
      const { sessionsEnded: count } = submitted.body
      showToast("success", t("profile.password_changed_title"), t("profile.password_changed", { count }))
      onDone()
    },
  })
  return (
    <form className="mt-5" {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        {!isSending && <FormFailure result={result} />}
        <PasswordField {...currentPassword(app)} error={errors["currentPassword"]} />
        {newPassword(errors)}
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {isSending ? t("profile.saving") : t("profile.change_password")}
        </FormActions>
      </fieldset>
    </form>
  )
}
