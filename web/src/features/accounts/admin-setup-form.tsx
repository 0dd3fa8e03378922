import { saidOf, useOffice } from "#platform/app.tsx"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"
import { AdminPasswordFields, difference, shortness } from "./admin-password-fields.tsx"
import { useSetUp } from "./office-api.ts"
import { type Complaint, empties, firstOf, useOfficeForm } from "./office-state.ts"

const EMPTY: readonly Complaint[] = [
  { field: "username", title: "office.username_required", message: "office.username_choose" },
  { field: "email", title: "office.email_required", message: "office.email_enter" },
  { field: "firstName", title: "office.first_name_required", message: "office.first_name_enter" },
  { field: "lastName", title: "office.last_name_required", message: "office.last_name_enter" },
]

/** §5 Setup: the first administrator. In production it asks for the code from the server's log (D3). */
export function AdminSetupForm({ asksForCode }: { readonly asksForCode: boolean }) {
  const { t, tell, limits } = useOffice()
  const { mutate, isPending, error } = useSetUp()
  const { errors, form } = useOfficeForm({
    isPending,
    error,
    check: (typed) =>
      firstOf(
        [...empties(typed, EMPTY), ...shortness(typed, "password", limits.adminPassword)],
        difference(typed, "password", "office.differ_setup"),
      ),
    send: ({ username = "", email = "", firstName = "", lastName = "", password = "", setupCode }) =>
      mutate(
        { username, email, firstName, lastName, password, ...(setupCode && { setupCode }) },
        {
          onSuccess: () => tell("success", t("office.setup_done_title"), t("office.setup_done")),
          onError: (failure) =>
            tell("failure", t("office.setup_failed_title"), saidOf(failure).message ?? t("office.setup_failed")),
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
            maxLength={limits.name}
            error={errors["firstName"]}
          />
          <Field
            label={t("register.last_name")}
            name="lastName"
            autoComplete="family-name"
            required
            maxLength={limits.name}
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
          maxLength={limits.email}
          error={errors["email"]}
        />
        <AdminPasswordFields name="password" label={t("office.password")} errors={errors} />
        {asksForCode && (
          <Field
            label={t("office.setup_code")}
            name="setupCode"
            autoComplete="off"
            spellCheck={false}
            required
            error={errors["setupCode"]}
          />
        )}
        <div>
          <Button type="submit">{isPending ? t("office.setup_sending") : t("office.setup_submit")}</Button>
        </div>
      </fieldset>
    </form>
  )
}
