import { type FormEvent, type ReactNode, useState } from "react"
import { serverProblem, useApp } from "#platform/app/app.tsx"
import { useErrors } from "#platform/forms/use-errors.ts"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { Notice } from "#ui/notice.tsx"
import { PasswordField } from "#ui/password-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useResultFocus } from "#ui/use-result-focus.ts"
import { useChangePassword } from "./api.ts"

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Renders the fields of the new password, which belong to another feature, with their errors. */
  readonly newPassword: (errors: Readonly<Record<string, string>>) => ReactNode
}

/** Spec §2, profile, "Change Password". A toast then says how many other devices were signed out. */
export function PasswordDialog({ isOpen, onClose, newPassword }: Props) {
  const { t } = useApp()
  const modal = useModal(isOpen, onClose)
  return (
    <Dialog id="change-password" title={t("profile.change_password")} closeLabel={t("dialog.close")} {...modal}>
      {isOpen && <PasswordForm onDone={onClose} newPassword={newPassword} />}
    </Dialog>
  )
}

function PasswordForm({ onDone, newPassword }: { readonly onDone: () => void } & Pick<Props, "newPassword">) {
  const { t, showToast, failureMessage, lengths } = useApp()
  const change = useChangePassword()
  const [refusal, setRefusal] = useState<{ readonly confirmPassword: string } | null>(null)
  const { fields } = serverProblem(change.error)
  const result = refusal ?? change.error
  const { errors, onInput } = useErrors({ ...fields, ...refusal }, result)
  const element = useResultFocus(result)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (change.isPending) return
    const form = new FormData(event.currentTarget)
    const [currentPassword, password] = [String(form.get("currentPassword")), String(form.get("newPassword"))]
    const isSame = password === form.get("confirmPassword")
    setRefusal(isSame ? null : { confirmPassword: t("field.password.mismatch") })
    if (!isSame) return change.reset()
    change.mutate(
      { currentPassword, newPassword: password },
      {
        onSuccess: ({ sessionsEnded: count }) => {
          showToast("success", t("profile.password_changed_title"), t("profile.password_changed", { count }))
          onDone()
        },
      },
    )
  }

  return (
    <form ref={element} className="mt-5" noValidate onInput={onInput} onSubmit={submit}>
      <fieldset className="grid gap-5" disabled={change.isPending}>
        {change.error && Object.keys(fields).length === 0 && <Notice failed>{failureMessage(change.error)}</Notice>}
        <PasswordField
          label={t("profile.current_password")}
          name="currentPassword"
          autoComplete="current-password"
          required
          maxLength={lengths.password}
          showLabel={t("password.show")}
          hideLabel={t("password.hide")}
          error={errors["currentPassword"]}
        />
        {newPassword(errors)}
        <div className="flex flex-wrap gap-3">
          <Button type="submit">{change.isPending ? t("profile.saving") : t("profile.change_password")}</Button>
          <Button look="quiet" onClick={onDone}>
            {t("profile.cancel")}
          </Button>
        </div>
      </fieldset>
    </form>
  )
}
