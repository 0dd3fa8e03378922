import { useAdminApp } from "#platform/app/app.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { CodeField } from "./second-step.tsx"
import { missingFields, useAdminForm } from "./state.ts"

export interface AppKey {
  readonly secret: string
  readonly qr: { readonly size: number; readonly path: string }
}

interface Props {
  readonly appKey: AppKey
  readonly onCode: (code: string) => Promise<unknown>
  readonly onCancel: () => void
}

/** The key of a new authenticator app, as a QR code and as text, and the first code of the app. */
export function AppSetup({ appKey: { secret, qr }, onCode, onCancel }: Props) {
  const { t } = useAdminApp()
  const { form, isSending, errors } = useAdminForm({
    check: (values) =>
      missingFields(values, [{ field: "code", title: "factor.code_required", message: "field.factor_code.required" }]),
    send: ({ code = "" }) => onCode(code),
    failure: ["admin.failed_title", "problem.factor.refused"],
  })
  return (
    <>
      <p>{t("factor.scan")}</p>
      <svg className="admin-qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t("factor.qr")}>
        <path d={qr.path} />
      </svg>
      <p>
        {t("factor.key")} <code className="admin-secret">{secret.replace(/(.{4})(?!$)/g, "$1 ")}</code>
      </p>
      <form {...form}>
        <fieldset className="grid gap-5" disabled={isSending}>
          <CodeField label={t("factor.app_code")} name="code" required error={errors["code"]} />
          <FormActions cancelLabel={t("profile.cancel")} onCancel={onCancel}>
            {isSending ? t("profile.saving") : t("factor.app_submit")}
          </FormActions>
        </fieldset>
      </form>
    </>
  )
}
