import { saidOf, useOffice } from "#platform/app.tsx"
import { Button } from "#ui/button.tsx"
import { clearToast } from "#ui/clear-toast.ts"
import { Field } from "#ui/field.tsx"
import { showSuccess } from "#ui/overlays.ts"
import { PasswordField } from "#ui/password-field.tsx"
import { useLogin } from "./office-api.ts"
import { type Complaint, empties, useOfficeForm } from "./office-state.ts"

const EMPTY: readonly Complaint[] = [
  { field: "username", title: "office.username_required", message: "office.username_enter" },
  { field: "password", title: "office.password_required", message: "office.password_enter" },
]
/** §9, in seconds. */
const DIALOG_S = 3

/** §5 Admin login. */
export function AdminLoginForm({ onForgot }: { readonly onForgot: () => void }) {
  const { t, tell, limits } = useOffice()
  const { mutate, isPending, error } = useLogin()
  const { errors, form } = useOfficeForm({
    isPending,
    error,
    // A password may be spaces.
    check: (typed) => empties({ ...typed, password: typed["password"] ? "typed" : "" }, EMPTY),
    send: ({ username = "", password = "" }) =>
      mutate(
        { username: username.trim(), password },
        {
          onSuccess: ({ firstName, username: name }) => {
            clearToast()
            void showSuccess({
              title: t("office.login_done_title"),
              message: t("office.login_done", { name: firstName ?? name ?? "" }),
              autoCloseAfter: DIALOG_S,
              closeLabel: t("dialog.close"),
            })
          },
          onError: (failure) =>
            tell("failure", t("office.login_failed_title"), saidOf(failure).message ?? t("office.login_failed")),
        },
      ),
  })
  return (
    <form {...form}>
      <fieldset className="grid gap-5" disabled={isPending}>
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
          label={t("office.password")}
          name="password"
          autoComplete="current-password"
          required
          maxLength={limits.password}
          showLabel={t("password.show")}
          hideLabel={t("password.hide")}
          error={errors["password"]}
        />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit">{isPending ? t("office.login_sending") : t("office.login_submit")}</Button>
          <button type="button" className="link" onClick={onForgot}>
            {t("office.forgot_link")}
          </button>
        </div>
      </fieldset>
    </form>
  )
}
