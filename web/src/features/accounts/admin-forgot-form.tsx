import { saidOf, useOffice } from "#platform/app.tsx"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"
import { useForgotAdmin } from "./office-api.ts"
import { empties, useOfficeForm } from "./office-state.ts"

/** What a reset needs, from a letter's link or, in tests, from the answer itself (§4). */
export interface ResetLink {
  readonly userId: string
  readonly token: string
}

interface Props {
  readonly onBack: () => void
  /** The answer held what the letter would. */
  readonly onLink: (link: ResetLink) => void
}

/** §5 Forgot: a letter goes to whoever is an administrator; the answer is the same for everybody. */
export function AdminForgotForm({ onBack, onLink }: Props) {
  const { t, tell } = useOffice()
  const { mutate, isPending, error } = useForgotAdmin()
  const { errors, form } = useOfficeForm({
    isPending,
    error,
    check: (typed) =>
      empties(typed, [
        { field: "usernameOrEmail", title: "office.login_name_required", message: "office.login_name_enter" },
      ]),
    send: ({ usernameOrEmail = "" }) =>
      mutate(usernameOrEmail.trim(), {
        onSuccess: ({ resetToken, userId }) => {
          if (resetToken && userId) onLink({ token: resetToken, userId })
          else onBack()
          tell("success", t("office.forgot_done_title"), t("office.forgot_done"))
        },
        onError: (failure) =>
          tell("failure", t("office.forgot_failed_title"), saidOf(failure).message ?? t("office.forgot_failed")),
      }),
  })
  return (
    <form {...form}>
      <fieldset className="grid gap-5" disabled={isPending}>
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
          <Button type="submit">{isPending ? t("office.forgot_sending") : t("office.forgot_submit")}</Button>
          <button type="button" className="link" onClick={onBack}>
            {t("office.back_to_login")}
          </button>
        </div>
      </fieldset>
    </form>
  )
}
