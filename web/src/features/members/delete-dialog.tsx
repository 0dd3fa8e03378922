import { pathIn } from "@haitech/contract/languages"
import type { Profile } from "@haitech/contract/members"
import { type FormEvent, useState } from "react"
import { serverProblem, useApp } from "#platform/app/app.tsx"
import { useErrors } from "#platform/forms/use-errors.ts"
import { Button, buttonClass } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { Field } from "#ui/field.tsx"
import { Notice } from "#ui/notice.tsx"
import { PasswordField } from "#ui/password-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useResultFocus } from "#ui/use-result-focus.ts"
import { useDeleteUser } from "./api.ts"

interface Props {
  readonly profile: Profile
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Spec §2, profile, "Delete Account": requires the typed user name and the password. It cannot be undone. */
export function DeleteDialog({ profile, isOpen, onClose }: Props) {
  const { t, language } = useApp()
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
  const { t, showToast, failureMessage, language, lengths } = useApp()
  const remove = useDeleteUser(() => {
    showToast("success", t("profile.deleted_title"), t("profile.deleted"))
    setTimeout(() => location.assign(pathIn(language, "/")), REDIRECT_MS)
  })
  const [refusal, setRefusal] = useState<{ readonly confirmation: string } | null>(null)
  const { fields } = serverProblem(remove.error)
  const result = refusal ?? remove.error
  const { errors, onInput } = useErrors({ ...fields, ...refusal }, result)
  const element = useResultFocus(result)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (remove.isPending) return
    const form = new FormData(event.currentTarget)
    const isConfirmed = String(form.get("confirmation")).trim() === name
    setRefusal(isConfirmed ? null : { confirmation: t("profile.delete_wrong") })
    if (!isConfirmed) return remove.reset()
    const currentPassword = withoutPassword ? undefined : String(form.get("currentPassword"))
    remove.mutate(currentPassword === undefined ? {} : { currentPassword })
  }

  return (
    <form ref={element} className="mt-5" noValidate onInput={onInput} onSubmit={submit}>
      <fieldset className="grid gap-5" disabled={remove.isPending || remove.isSuccess}>
        {remove.error && Object.keys(fields).length === 0 && <Notice failed>{failureMessage(remove.error)}</Notice>}
        <Field
          label={t("profile.delete_type", { name })}
          name="confirmation"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errors["confirmation"]}
        />
        {!withoutPassword && (
          <PasswordField
            label={t("profile.current_password")}
            name="currentPassword"
            autoComplete="current-password"
            required
            maxLength={lengths.password}
            showLabel={t("password.show")}
            hideLabel={t("password.hide")}
            error={errors["currentPassword"]}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" className="danger">
            {remove.isPending || remove.isSuccess ? t("profile.deleting") : t("profile.delete_submit")}
          </Button>
          <Button look="quiet" onClick={onCancel}>
            {t("profile.cancel")}
          </Button>
        </div>
      </fieldset>
    </form>
  )
}

// Long enough to read the confirmation.
const REDIRECT_MS = 1500

/** Members without a password sign in with Google again; the server checks that the sign-in is recent. */
function GoogleReauthentication({ href, ...rest }: FormProps & { readonly href: string }) {
  const { t } = useApp()
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
