import type { Profile } from "@haitech/contract/members"
import { NewPassword } from "#features/accounts/new-password.tsx"
import { DeleteDialog } from "#features/members/delete-dialog.tsx"
import { PasswordDialog } from "#features/members/password-dialog.tsx"
import { useProfileApp } from "#platform/app/app.tsx"

export type OpenDialog = "none" | "password" | "delete"

interface Props {
  readonly profile: Profile
  readonly open: OpenDialog
  readonly onClose: () => void
}

/** Few visits to the profile open one, so they load with the first. */
export function AccountDialogs({ profile, open, onClose }: Props) {
  return (
    <>
      <PasswordDialog
        isOpen={open === "password"}
        onClose={onClose}
        newPassword={(errors) => <OwnNewPassword errors={errors} />}
      />
      <DeleteDialog profile={profile} isOpen={open === "delete"} onClose={onClose} />
    </>
  )
}

function OwnNewPassword({ errors }: { readonly errors: Readonly<Record<string, string>> }) {
  const { t, texts, lengths } = useProfileApp()
  return (
    <NewPassword
      texts={texts}
      labels={{ password: t("password.new"), confirm: t("password.new_again"), advice: t("password.advice") }}
      name="newPassword"
      maxLength={lengths.password}
      errors={errors}
    />
  )
}
