import { useAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { clearToast } from "#ui/clear-toast.ts"
import { Field } from "#ui/field.tsx"
import { showSuccess } from "#ui/overlays.ts"
import { PasswordField } from "#ui/password-field.tsx"
import { useLogin } from "./api.ts"
import type { FactorKinds } from "./second-step.tsx"
import { type FormError, missingFields, useAdminForm } from "./state.ts"

const REQUIRED: readonly FormError[] = [
  { field: "username", title: "admin.username_required", message: "admin.username_enter" },
  { field: "password", title: "admin.password_required", message: "admin.password_enter" },
]
/** In seconds (spec §9). */
const DIALOG_S = 3

interface Props {
  readonly onForgot: () => void
  /** Called after a right password of an account with a second factor. */
  readonly onSecondStep: (factors: FactorKinds) => void
}

export function AdminLoginForm({ onForgot, onSecondStep }: Props) {
  const { t, lengths } = useAdminApp()
  const { mutateAsync: login } = useLogin()
  const { form, isSending, errors } = useAdminForm({
    // A password may consist of spaces.
    check: (values) => missingFields({ ...values, password: values["password"] ? "typed" : "" }, REQUIRED),
    async send({ username = "", password = "" }) {
      const { admin, secondFactor } = await login({ username: username.trim(), password })
      clearToast()
      if (secondFactor) return onSecondStep(secondFactor)
      void showSuccess({
        title: t("admin.login_done_title"),
        message: t("admin.login_done", { name: admin.firstName ?? admin.username ?? "" }),
        autoCloseAfter: DIALOG_S,
        closeLabel: t("dialog.close"),
      })
    },
    failure: ["admin.login_failed_title", "admin.login_failed"],
  })
  return (
    <form {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        <Field
          label={t("register.username")}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errors["username"]}
        />
        <PasswordField
          label={t("admin.password")}
          name="password"
          autoComplete="current-password"
          required
          maxLength={lengths.password}
          showLabel={t("password.show")}
          hideLabel={t("password.hide")}
          error={errors["password"]}
        />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit">{isSending ? t("admin.login_sending") : t("admin.login_submit")}</Button>
          <button type="button" className="link" onClick={onForgot}>
            {t("admin.forgot_link")}
          </button>
        </div>
      </fieldset>
    </form>
  )
}
