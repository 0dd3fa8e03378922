import type { Profile } from "@haitech/contract/members"
import { type ReactNode, useRef, useState } from "react"
import { serverProblem, useProfileApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { FieldError } from "#ui/field-frame.tsx"
import { Portrait } from "#ui/portrait.tsx"
import { useChangeProfile } from "./change-profile.ts"
import { useUploadPicture } from "./profile-api.ts"

/** Spec §2, profile, "profile picture": uploads the chosen file at once and shows the server's version. */
export function PictureCard({ profile }: { readonly profile: Profile }) {
  const { t } = useProfileApp()
  const { upload, remove, isUploading, isBusy, error } = useOwnPicture()
  const name = [profile.firstName, profile.lastName].filter(Boolean).join(" ") || profile.email
  return (
    <div className="flex flex-wrap items-center gap-6">
      <div className="own-portrait">
        <Portrait name={name} imageUrl={profile.profileImageUrl} size={144} />
      </div>
      <div className="grid max-w-[24rem] gap-3">
        <p className="small text-muted" id="picture-note">
          {t("profile.picture_note")}
        </p>
        <div className="flex flex-wrap gap-3">
          <FilePicker isBusy={isBusy} isInvalid={error !== undefined} onPick={upload}>
            {isUploading ? t("profile.picture_sending") : t("profile.picture_choose")}
          </FilePicker>
          {profile.profileImageUrl && (
            <Button look="quiet" disabled={isBusy} onClick={remove}>
              {t("profile.picture_remove")}
            </Button>
          )}
        </div>
        {error && (
          <div role="alert">
            <FieldError id="picture" text={error} />
          </div>
        )}
      </div>
    </div>
  )
}

function useOwnPicture() {
  const { t, showToast, showFailure, lengths } = useProfileApp()
  const { mutate, isPending, error } = useUploadPicture()
  const change = useChangeProfile()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const callbacks = {
    onSuccess: () => showToast("success", t("profile.saved_title"), t("profile.picture_saved")),
    // An error of the picture itself shows beside it instead.
    onError: (failure: unknown) => serverProblem(failure).fields["image"] ?? showFailure(failure),
  }
  return {
    isUploading: isPending,
    isBusy: isPending || change.isPending,
    error: isTooLarge ? t("field.image.too_large") : serverProblem(error).fields["image"],
    upload(file: File) {
      setIsTooLarge(file.size > lengths.pictureBytes)
      if (file.size <= lengths.pictureBytes) mutate(file, callbacks)
    },
    remove: () => change.mutate({ profileImageUrl: null }, callbacks),
  }
}

interface FilePickerProps {
  readonly isBusy: boolean
  readonly isInvalid: boolean
  readonly onPick: (file: File) => void
  readonly children: ReactNode
}

/** A file input for keyboard and screen reader, and a button that opens it with the pointer. */
function FilePicker({ isBusy, isInvalid, onPick, children }: FilePickerProps) {
  const { t } = useProfileApp()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        className="sr"
        id="picture"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={t("profile.picture_choose")}
        aria-describedby={isInvalid ? "picture-note picture-error" : "picture-note"}
        aria-invalid={isInvalid ? true : undefined}
        disabled={isBusy}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (!file) return
          onPick(file)
          // Without a reset, choosing the same file again fires no event.
          currentTarget.value = ""
        }}
      />
      <Button look="quiet" tabIndex={-1} aria-hidden="true" disabled={isBusy} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
