import { useAdminApp } from "#platform/app/app.tsx"
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
  const { t } = useAdminApp()
  const { form, isSending, errors } = useSetupForm()
  return (
    <form {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        <PersonFields errors={errors} />
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
          <Button type="submit">{isSending ? t("admin.setup_sending") : t("admin.setup_submit")}</Button>
        </div>
      </fieldset>
    </form>
  )
}

function useSetupForm() {
  const { t, showToast, lengths } = useAdminApp()
  const { mutateAsync: setUp } = useSetUp()
  return useAdminForm({
    check: (values) =>
      firstNonEmpty(
        [...missingFields(values, REQUIRED), ...checkLength(values, "password", lengths.adminPassword)],
        checkConfirmation(values, "password", "admin.differ_setup"),
      ),
    async send({ username = "", email = "", firstName = "", lastName = "", password = "", setupCode }) {
      await setUp({ username, email, firstName, lastName, password, ...(setupCode && { setupCode }) })
      showToast("success", t("admin.setup_done_title"), t("admin.setup_done"))
    },
    failure: ["admin.setup_failed_title", "admin.setup_failed"],
  })
}

function PersonFields({ errors }: { readonly errors: Readonly<Record<string, string>> }) {
  const { t, lengths } = useAdminApp()
  const field = (name: string) => ({ name, required: true, error: errors[name] })
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label={t("register.first_name")}
          autoComplete="given-name"
          maxLength={lengths.name}
          {...field("firstName")}
        />
        <Field
          label={t("register.last_name")}
          autoComplete="family-name"
          maxLength={lengths.name}
          {...field("lastName")}
        />
      </div>
      <Field
        label={t("register.username")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field("username")}
      />
      <Field label={t("form.email")} type="email" autoComplete="email" maxLength={lengths.email} {...field("email")} />
    </>
  )
}
