import { type FormEvent, useState } from "react"
import { saidOf, useOffice } from "#platform/app.tsx"
import { Button } from "#ui/button.tsx"
import { clearToast } from "#ui/clear-toast.ts"
import { Dialog } from "#ui/dialog.tsx"
import { showSuccess } from "#ui/overlays.ts"
import { PasswordField } from "#ui/password-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { AdminPasswordFields, difference, shortness } from "./admin-password-fields.tsx"
import { useChangeAdminPassword } from "./office-api.ts"
import { firstOf, useOfficeForm } from "./office-state.ts"

const FIELDS = ["currentPassword", "newPassword", "confirmPassword"] as const
/** §9, in seconds. */
const DIALOG_S = 5

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** §2, §5 Change password: the button waits until all three fields are filled. */
export function AdminPasswordDialog({ isOpen, onClose }: Props) {
  const { t } = useOffice()
  return (
    <Dialog
      id="admin-password"
      title={t("office.change_password")}
      closeLabel={t("dialog.close")}
      {...useModal(isOpen, onClose)}
    >
      {isOpen && <ChangeForm onDone={onClose} />}
    </Dialog>
  )
}

function ChangeForm({ onDone }: { readonly onDone: () => void }) {
  const { t, tell, limits } = useOffice()
  const { mutate, isPending, error } = useChangeAdminPassword()
  const [isFull, setIsFull] = useState(false)
  const { errors, form } = useOfficeForm({
    isPending,
    error,
    check: (typed) =>
      firstOf(
        shortness(typed, "newPassword", limits.adminPassword),
        difference(typed, "newPassword", "office.differ_change"),
      ),
    send: ({ currentPassword = "", newPassword = "" }) =>
      mutate(
        { currentPassword, newPassword },
        {
          onSuccess: () => {
            clearToast()
            onDone()
            void showSuccess({
              title: t("office.changed_title"),
              message: t("office.changed"),
              autoCloseAfter: DIALOG_S,
              closeLabel: t("dialog.close"),
            })
          },
          onError: (failure) =>
            tell("failure", t("office.change_failed_title"), saidOf(failure).message ?? t("office.change_failed")),
        },
      ),
  })
  const look = ({ currentTarget }: FormEvent<HTMLFieldSetElement>) => {
    const typed = new FormData(currentTarget.form ?? undefined)
    setIsFull(FIELDS.every((name) => typed.get(name)))
  }
  return (
    <form {...form} className="mt-5">
      <fieldset className="grid gap-5" disabled={isPending} onInput={look}>
        <PasswordField
          label={t("profile.current_password")}
          name="currentPassword"
          autoComplete="current-password"
          required
          maxLength={limits.password}
          showLabel={t("password.show")}
          hideLabel={t("password.hide")}
          error={errors["currentPassword"]}
        />
        <AdminPasswordFields name="newPassword" label={t("password.new")} errors={errors} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={!isFull || isPending}>
            {isPending ? t("profile.saving") : t("office.change_password")}
          </Button>
          <Button look="quiet" onClick={onDone}>
            {t("profile.cancel")}
          </Button>
        </div>
      </fieldset>
    </form>
  )
}
