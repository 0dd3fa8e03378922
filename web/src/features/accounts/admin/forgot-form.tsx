import { useAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"
import { useForgotAdmin } from "./api.ts"
import { missingFields, useAdminForm } from "./state.ts"

/** What a reset needs, from the link in the email or, in tests, from the response (spec §4). */
export interface ResetLink {
  readonly userId: string
  readonly token: string
}

interface Props {
  readonly onBack: () => void
  /** Called if the response contains the reset link. */
  readonly onLink: (link: ResetLink) => void
}

/** Spec §5, forgot: only administrators get an email, but the response is the same for everybody. */
export function AdminForgotForm({ onBack, onLink }: Props) {
  const { t, showToast } = useAdminApp()
  const { mutateAsync: requestReset } = useForgotAdmin()
  const { form, isSending, errors } = useAdminForm({
    check: (values) =>
      missingFields(values, [
        { field: "usernameOrEmail", title: "admin.login_name_required", message: "admin.login_name_enter" },
      ]),
    async send({ usernameOrEmail = "" }) {
      const { resetToken, userId } = await requestReset(usernameOrEmail.trim())
      if (resetToken && userId) onLink({ token: resetToken, userId })
      else onBack()
      showToast("success", t("admin.forgot_done_title"), t("admin.forgot_done"))
    },
    failure: ["admin.forgot_failed_title", "admin.forgot_failed"],
  })
  return (
    <form {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        <Field
          label={t("login.name")}
          name="usernameOrEmail"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errors["usernameOrEmail"]}
        />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit">{isSending ? t("admin.forgot_sending") : t("admin.forgot_submit")}</Button>
          <button type="button" className="link" onClick={onBack}>
            {t("admin.back_to_login")}
          </button>
        </div>
      </fieldset>
    </form>
  )
}
