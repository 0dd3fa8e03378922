import type { Profile } from "@haitech/contract/members"
import { DeleteDialog } from "./delete-dialog.tsx"
import { type NewPasswordFields, PasswordDialog } from "./password-dialog.tsx"

export type OpenDialog = "none" | "password" | "delete"

interface Props {
  readonly profile: Profile
  readonly open: OpenDialog
  readonly newPassword: NewPasswordFields
  readonly onClose: () => void
}

/** Few visits to the profile open one, so they load with the first. */
export function AccountDialogs({ profile, open, newPassword, onClose }: Props) {
  return (
    <>
      <PasswordDialog isOpen={open === "password"} onClose={onClose} newPassword={newPassword} />
      <DeleteDialog profile={profile} isOpen={open === "delete"} onClose={onClose} />
    </>
  )
}
