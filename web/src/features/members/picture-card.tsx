import type { Profile } from "@haitech/contract/members"
import { useRef, useState } from "react"
import { serverProblem, useApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { FieldError } from "#ui/field-frame.tsx"
import { Portrait } from "#ui/portrait.tsx"
import { useChangeProfile, useUploadPicture } from "./api.ts"

/** Spec §2, profile, "profile picture": uploads the chosen file at once and shows the server's version. */
export function PictureCard({ profile }: { readonly profile: Profile }) {
  const { t, showToast, showFailure, lengths } = useApp()
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadPicture()
  const change = useChangeProfile()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const isBusy = upload.isPending || change.isPending
  const name = [profile.firstName, profile.lastName].filter(Boolean).join(" ") || profile.email
  const callbacks = {
    onSuccess: () => showToast("success", t("profile.saved_title"), t("profile.picture_saved")),
    // An error of the picture itself shows beside it instead.
    onError: (failure: unknown) => serverProblem(failure).fields["image"] ?? showFailure(failure),
  }
  const error = isTooLarge ? t("field.image.too_large") : serverProblem(upload.error).fields["image"]

  function send(file: File | undefined) {
    if (!file) return
    setIsTooLarge(file.size > lengths.pictureBytes)
    if (file.size <= lengths.pictureBytes) upload.mutate(file, callbacks)
    // Without a reset, choosing the same file again fires no event.
    if (input.current) input.current.value = ""
  }

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
          <input
            ref={input}
            className="sr"
            id="picture"
            type="file"
            accept="image/jpeg,image/png,image/webp"
            aria-label={t("profile.picture_choose")}
            aria-describedby={error ? "picture-note picture-error" : "picture-note"}
            aria-invalid={error ? true : undefined}
            disabled={isBusy}
            onChange={({ currentTarget }) => send(currentTarget.files?.[0])}
          />
          <Button
            look="quiet"
            tabIndex={-1}
            aria-hidden="true"
            disabled={isBusy}
            onClick={() => input.current?.click()}
          >
            {upload.isPending ? t("profile.picture_sending") : t("profile.picture_choose")}
          </Button>
          {profile.profileImageUrl && (
            <Button look="quiet" disabled={isBusy} onClick={() => change.mutate({ profileImageUrl: null }, callbacks)}>
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
