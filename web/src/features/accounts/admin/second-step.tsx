import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"
import { useSignInWithCode, useSignInWithPasskey } from "./factor-api.ts"
import { missingFields, useAdminForm } from "./state.ts"

export interface FactorKinds {
  readonly app: boolean
  readonly passkey: boolean
}

export type SecondStep = "app" | "passkey" | "recovery"

/** The title and the explanation of each way to take the second step. */
export const STEP_TEXTS = {
  app: { title: "factor.code_title", about: "factor.code_about" },
  passkey: { title: "factor.passkey_title", about: "factor.passkey_about" },
  recovery: { title: "factor.recovery_title", about: "factor.recovery_about" },
} as const satisfies Readonly<Record<SecondStep, { readonly title: AdminText; readonly about: AdminText }>>

/** A passkey is the quickest where the account has one. */
export const firstStep = ({ passkey }: FactorKinds): SecondStep => (passkey ? "passkey" : "app")

interface Props {
  readonly factors: FactorKinds
  readonly step: SecondStep
  readonly onStep: (step: SecondStep) => void
  readonly onBack: () => void
}

const OTHER_TEXTS = {
  app: "factor.use_app",
  passkey: "factor.use_passkey",
  recovery: "factor.use_recovery",
} as const satisfies Readonly<Record<SecondStep, AdminText>>

/** After the password: a code of the app, a passkey, or a recovery code. */
export function SecondStepForm({ factors, step, onStep, onBack }: Props) {
  const { t } = useAdminApp()
  const others = (["app", "passkey", "recovery"] as const).filter(
    (other) => other !== step && (other === "recovery" || factors[other]),
  )
  return (
    <div className="grid gap-4">
      {step === "passkey" ? <PasskeyStep /> : <CodeForm key={step} step={step} />}
      <ul className="admin-steps">
        {others.map((other) => (
          <li key={other}>
            <button type="button" className="link" onClick={() => onStep(other)}>
              {t(OTHER_TEXTS[other])}
            </button>
          </li>
        ))}
        <li>
          <button type="button" className="link" onClick={onBack}>
            {t("admin.back_to_login")}
          </button>
        </li>
      </ul>
    </div>
  )
}

function CodeForm({ step }: { readonly step: "app" | "recovery" }) {
  const { t } = useAdminApp()
  const { mutateAsync: signIn } = useSignInWithCode()
  const { form, isSending, errors } = useAdminForm({
    check: (values) =>
      missingFields(values, [{ field: "code", title: "factor.code_required", message: "field.factor_code.required" }]),
    send: ({ code = "" }) => signIn(code),
    failure: ["admin.login_failed_title", "problem.factor.refused"],
  })
  const field = { name: "code", required: true, error: errors["code"] }
  return (
    <form {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        {step === "app" ? (
          <CodeField label={t("factor.code")} {...field} />
        ) : (
          <Field
            label={t("factor.recovery")}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={50}
            {...field}
          />
        )}
        <div>
          <Button type="submit">{isSending ? t("admin.login_sending") : t("admin.login_submit")}</Button>
        </div>
      </fieldset>
    </form>
  )
}

interface CodeFieldProps {
  readonly label: string
  readonly name: string
  readonly required: boolean
  readonly error: string | undefined
}

/** Six digits, which phones offer from the app or a message. */
export function CodeField(props: CodeFieldProps) {
  return (
    <Field className="control admin-code" autoComplete="one-time-code" inputMode="numeric" maxLength={12} {...props} />
  )
}

function PasskeyStep() {
  const { t, showToast } = useAdminApp()
  const { mutate: signIn, isPending } = useSignInWithPasskey()
  const onError = () => showToast("failure", t("factor.passkey_failed_title"), t("factor.passkey_failed"))
  return (
    <div>
      <BusyButton isBusy={isPending} onClick={() => signIn(undefined, { onError })}>
        {isPending ? t("factor.waiting") : t("factor.use_passkey")}
      </BusyButton>
    </div>
  )
}
