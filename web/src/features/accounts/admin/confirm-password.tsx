import { useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { currentPassword } from "#platform/app/current-password.ts"
import { CallFailed } from "#platform/http/request.ts"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { PasswordField } from "#ui/password-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useFactorChanges } from "./factor-api.ts"
import { missingFields, useAdminForm } from "./state.ts"

type Resolve = (isConfirmed: boolean) => void

/**
 * A change that needs the password again asks for it in `dialog`, and is then repeated. If the dialog closes without a
 * password, the refusal of the change stands.
 */
export function usePasswordConfirmation() {
  const [resolve, setResolve] = useState<Resolve | null>(null)
  const settle = (isConfirmed: boolean) => {
    resolve?.(isConfirmed)
    setResolve(null)
  }
  const confirmed = async <Result,>(change: () => Promise<Result>): Promise<Result> => {
    try {
      return await change()
    } catch (failure) {
      if (!(failure instanceof CallFailed) || failure.problem?.code !== "session.stale") throw failure
      const isConfirmed = await new Promise<boolean>((done) => setResolve(() => done))
      if (!isConfirmed) throw failure
      return change()
    }
  }
  return { confirmed, dialog: <PasswordDialog isOpen={resolve !== null} onSettled={settle} /> }
}

function PasswordDialog({ isOpen, onSettled }: { readonly isOpen: boolean; readonly onSettled: Resolve }) {
  const { t } = useAdminApp()
  return (
    <Dialog
      id="confirm-password"
      title={t("factor.password_title")}
      closeLabel={t("dialog.close")}
      {...useModal(isOpen, () => onSettled(false))}
    >
      {isOpen && <PasswordForm onConfirmed={() => onSettled(true)} />}
    </Dialog>
  )
}

function PasswordForm({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const app = useAdminApp()
  const { t } = app
  const { confirm } = useFactorChanges()
  const { form, isSending, errors } = useAdminForm({
    check: ({ currentPassword = "" }) =>
      missingFields({ currentPassword: currentPassword && "typed" }, [
        { field: "currentPassword", title: "admin.password_required", message: "admin.password_enter" },
      ]),
    async send({ currentPassword = "" }) {
      await confirm(currentPassword)
      onConfirmed()
    },
    failure: ["admin.failed_title", "problem.factor.refused"],
  })
  return (
    <form {...form}>
      <fieldset className="mt-3 grid gap-5" disabled={isSending}>
        <p className="text-muted">{t("factor.password_about")}</p>
        <PasswordField {...currentPassword(app)} error={errors["currentPassword"]} />
        <div>
          <Button type="submit">{t("factor.confirm")}</Button>
        </div>
      </fieldset>
    </form>
  )
}
