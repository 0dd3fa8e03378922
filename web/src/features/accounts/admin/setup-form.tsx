import { serverProblem, useAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"
import { useSetUp } from "./api.ts"
import { AdminPasswordFields, checkConfirmation, checkLength } from "./password-fields.tsx"
import { type FormError, firstNonEmpty, missingFields, useAdminForm } from "./state.ts"

const REQUIRED: readonly FormError[] = [
  { field: "username", title: "admin.username_required", message: "admin.username_choose" },
  { field: "email", title: "admin.email_required", message: "admin.email_enter" },
  { field: "firstName", title: "admin.first_name_required", message: "admin.first_name_enter" },
  { field: "lastName", title: "admin.last_name_required", message: "admin.last_name_enter" },
]

/** Spec §5, setup: creates the first administrator. In production it requires the code from the server's log (D3). */
export function AdminSetupForm({ asksForCode }: { readonly asksForCode: boolean }) {
  const { t, showToast, lengths } = useAdminApp()
  const { mutate, isPending, error } = useSetUp()
  const { errors, form } = useAdminForm({
    isPending,
    error,
    check: (values) =>
      firstNonEmpty(
        [...missingFields(values, REQUIRED), ...checkLength(values, "password", lengths.adminPassword)],
        checkConfirmation(values, "password", "admin.differ_setup"),
      ),
    send: ({ username = "", email = "", firstName = "", lastName = "", password = "", setupCode }) =>
      mutate(
        { username, email, firstName, lastName, password, ...(setupCode && { setupCode }) },
        {
          onSuccess: () => showToast("success", t("admin.setup_done_title"), t("admin.setup_done")),
          onError: (failure) =>
            showToast(
              "failure",
              t("admin.setup_failed_title"),
              serverProblem(failure).message ?? t("admin.setup_failed"),
            ),
        },
      ),
  })
  return (
    <form {...form}>
      <fieldset className="grid gap-5" disabled={isPending}>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label={t("register.first_name")}
            name="firstName"
            autoComplete="given-name"
            required
            maxLength={lengths.name}
            error={errors["firstName"]}
          />
          <Field
            label={t("register.last_name")}
            name="lastName"
            autoComplete="family-name"
            required
            maxLength={lengths.name}
            error={errors["lastName"]}
          />
        </div>
        <Field
          label={t("register.username")}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errors["username"]}
        />
        <Field
          label={t("form.email")}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={lengths.email}
          error={errors["email"]}
        />
        <AdminPasswordFields name="password" label={t("admin.password")} errors={errors} />
        {asksForCode && (
          <Field
            label={t("admin.setup_code")}
            name="setupCode"
            autoComplete="off"
            spellCheck={false}
            required
            error={errors["setupCode"]}
          />
        )}
        <div>
          <Button type="submit">{isPending ? t("admin.setup_sending") : t("admin.setup_submit")}</Button>
        </div>
      </fieldset>
    </form>
  )
}
