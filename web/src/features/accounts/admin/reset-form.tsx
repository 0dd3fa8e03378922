import { useAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { useResetAdmin } from "./api.ts"
import type { ResetLink } from "./forgot-form.tsx"
import { AdminPasswordFields, checkConfirmation, checkLength } from "./password-fields.tsx"
import { firstNonEmpty, missingFields, useAdminForm } from "./state.ts"

interface Props {
  readonly link: ResetLink
  readonly onBack: () => void
}

/** Spec §5, reset: opening the email's link does not consume its token, submitting this form does. */
export function AdminResetForm({ link, onBack }: Props) {
  const { t, showToast, lengths } = useAdminApp()
  const { mutateAsync: reset } = useResetAdmin()
  const { form, isSending, errors } = useAdminForm({
    check: (values) =>
      firstNonEmpty(
        missingFields(values, [
          { field: "newPassword", title: "admin.password_required", message: "admin.new_password_enter" },
        ]),
        checkLength(values, "newPassword", lengths.adminPassword),
        checkConfirmation(values, "newPassword", "admin.differ_change"),
      ),
    async send({ newPassword = "" }) {
      await reset({ ...link, newPassword })
      onBack()
      showToast("success", t("admin.reset_done_title"), t("admin.reset_done"))
    },
    failure: ["admin.reset_failed_title", "admin.reset_failed"],
  })
  return (
    <form {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        <AdminPasswordFields name="newPassword" label={t("password.new")} errors={errors} />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit">{isSending ? t("admin.reset_sending") : t("admin.reset_submit")}</Button>
          <button type="button" className="link" onClick={onBack}>
            {t("admin.back_to_login")}
          </button>
        </div>
      </fieldset>
    </form>
  )
}
