import { pathIn } from "@haitech/contract/languages"
import type { Profile } from "@haitech/contract/members"
import { useProfileApp } from "#platform/app/app.tsx"
import { currentPassword } from "#platform/app/current-password.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { buttonClass } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { Field } from "#ui/field.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { PasswordField } from "#ui/password-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { FormFailure } from "./form-failure.tsx"
import { useDeleteUser } from "./profile-api.ts"

interface Props {
  readonly profile: Profile
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Spec §2, profile, "Delete Account": requires the typed user name and the password. It cannot be undone. */
export function DeleteDialog({ profile, isOpen, onClose }: Props) {
  const { t, language } = useProfileApp()
  const modal = useModal(isOpen, onClose)
  const name = profile.username ?? profile.email
  return (
    <Dialog id="delete-account" title={t("profile.delete_title")} closeLabel={t("dialog.close")} {...modal}>
      <p className="mt-3 text-muted">{t("profile.delete_about")}</p>
      {isOpen && profile.hasPassword && <DeleteForm name={name} onCancel={onClose} />}
      {isOpen && !profile.hasPassword && (
        <GoogleReauthentication
          name={name}
          onCancel={onClose}
          href={`/login/google?next=${pathIn(language, "/member-dashboard/profile")}`}
        />
      )}
    </Dialog>
  )
}

interface FormProps {
  readonly name: string
  readonly onCancel: () => void
  readonly withoutPassword?: true
}

function DeleteForm({ name, onCancel, withoutPassword }: FormProps) {
  const app = useProfileApp()
  const { t } = app
  const { form, result, isBusy, errors } = useDeletionForm(name, withoutPassword)
  return (
    <form className="mt-5" {...form}>
      <fieldset className="grid gap-5" disabled={isBusy}>
        {!isBusy && <FormFailure result={result} />}
        <Field
          label={t("profile.delete_type", { name })}
          name="confirmation"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errors["confirmation"]}
        />
        {!withoutPassword && <PasswordField {...currentPassword(app)} error={errors["currentPassword"]} />}
        <FormActions className="danger" cancelLabel={t("profile.cancel")} onCancel={onCancel}>
          {isBusy ? t("profile.deleting") : t("profile.delete_submit")}
        </FormActions>
      </fieldset>
    </form>
  )
}

function useDeletionForm(name: string, withoutPassword?: true) {
  const { t, showToast, language } = useProfileApp()
  const { mutateAsync: deleteUser } = useDeleteUser(() => {
    showToast("success", t("profile.deleted_title"), t("profile.deleted"))
    setTimeout(() => location.assign(pathIn(language, "/")), REDIRECT_MS)
  })
  const { isSending, ...submit } = useFormSubmit({
    async send(form) {
      const isConfirmed = String(form.get("confirmation")).trim() === name
      if (!isConfirmed) return { state: "invalid", texts: { confirmation: t("profile.delete_wrong") } }
      await deleteUser(withoutPassword ? {} : { currentPassword: String(form.get("currentPassword")) })
      return { state: "sent", body: undefined }
    },
  })
  return { ...submit, isBusy: isSending || submit.result?.state === "sent" }
}

// Long enough to read the confirmation.
const REDIRECT_MS = 1500

/** Members without a password sign in with Google again; the server checks that the sign-in is recent. */
function GoogleReauthentication({ href, ...rest }: FormProps & { readonly href: string }) {
  const { t } = useProfileApp()
  return (
    <>
      <p className="notice caution mt-5">{t("profile.delete_google")}</p>
      <p className="mt-3">
        <a className={buttonClass("quiet")} href={href}>
          {t("profile.google")}
        </a>
      </p>
      <DeleteForm {...rest} withoutPassword />
    </>
  )
}
