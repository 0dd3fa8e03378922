import { useAdminApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Field } from "#ui/field.tsx"
import { useAdmin, useUserRecord } from "./api.ts"
import { usePasswordConfirmation } from "./confirm-password.tsx"
import { useResetFactors } from "./factor-api.ts"
import { missingFields, useAdminForm } from "./state.ts"

/** Whether a colleague has a second factor, and the form that resets it. */
export function ColleagueFactors({ id }: { readonly id: string }) {
  const { t } = useAdminApp()
  const { data: user } = useUserRecord(id)
  const { data: admin } = useAdmin()
  if (!user) return null
  return (
    <section className="admin-box" aria-label={t("factor.colleague")}>
      <h3>{t("factor.colleague")}</h3>
      <p>{t(user.hasSecondFactor ? "factor.colleague_has" : "factor.colleague_none")}</p>
      {user.hasSecondFactor && id !== admin?.id && <ResetForm id={id} />}
    </section>
  )
}

function ResetForm({ id }: { readonly id: string }) {
  const { t, showToast } = useAdminApp()
  const { mutateAsync: reset } = useResetFactors()
  const { confirmed, dialog } = usePasswordConfirmation()
  const { form, isSending, errors } = useAdminForm({
    check: (values) =>
      missingFields(values, [
        { field: "reason", title: "factor.reset_reason", message: "field.reset_reason.required" },
      ]),
    async send({ reason = "" }) {
      await confirmed(() => reset({ id, reason }))
      showToast("success", t("admin.updated_title"), t("factor.reset_done"))
    },
    failure: ["admin.failed_title", "problem.factor.refused"],
  })
  return (
    <>
      {dialog}
      <form {...form}>
        <p className="small text-muted">{t("factor.reset_about")}</p>
        <Field
          label={t("factor.reset_reason")}
          name="reason"
          autoComplete="off"
          maxLength={500}
          required
          error={errors["reason"]}
        />
        <div>
          <BusyButton type="submit" look="quiet" compact isBusy={isSending}>
            {t("factor.reset")}
          </BusyButton>
        </div>
      </form>
    </>
  )
}
