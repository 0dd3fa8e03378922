import { saidOf, useOffice } from "#platform/app.tsx"
import { Button } from "#ui/button.tsx"
import type { ResetLink } from "./admin-forgot-form.tsx"
import { AdminPasswordFields, difference, shortness } from "./admin-password-fields.tsx"
import { useResetAdmin } from "./office-api.ts"
import { empties, firstOf, useOfficeForm } from "./office-state.ts"

interface Props {
  readonly link: ResetLink
  readonly onBack: () => void
}

/** §5 Reset: opening the letter's link spends nothing, this button does. */
export function AdminResetForm({ link, onBack }: Props) {
  const { t, tell, limits } = useOffice()
  const { mutate, isPending, error } = useResetAdmin()
  const { errors, form } = useOfficeForm({
    isPending,
    error,
    check: (typed) =>
      firstOf(
        empties(typed, [
          { field: "newPassword", title: "office.password_required", message: "office.new_password_enter" },
        ]),
        shortness(typed, "newPassword", limits.adminPassword),
        difference(typed, "newPassword", "office.differ_change"),
      ),
    send: ({ newPassword = "" }) =>
      mutate(
        { ...link, newPassword },
        {
          onSuccess: () => {
            onBack()
            tell("success", t("office.reset_done_title"), t("office.reset_done"))
          },
          onError: (failure) =>
            tell("failure", t("office.reset_failed_title"), saidOf(failure).message ?? t("office.reset_failed")),
        },
      ),
  })
  return (
    <form {...form}>
      <fieldset className="grid gap-5" disabled={isPending}>
        <AdminPasswordFields name="newPassword" label={t("password.new")} errors={errors} />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit">{isPending ? t("office.reset_sending") : t("office.reset_submit")}</Button>
          <button type="button" className="link" onClick={onBack}>
            {t("office.back_to_login")}
          </button>
        </div>
      </fieldset>
    </form>
  )
}
