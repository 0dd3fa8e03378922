import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from "react"
import { serverProblem, useAdminApp } from "#platform/app.tsx"
import { Button } from "#ui/button.tsx"
import { ariaProps, FieldFrame, type FieldLabels } from "#ui/field-frame.tsx"
import { useUploadPicture } from "./admin-api.ts"

export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"]

interface Props extends FieldLabels {
  readonly name: string
  readonly value: string
  readonly onValue: (address: string) => void
  readonly required?: boolean
}

/** A picture of the site: by its address, or uploaded, by button, by dropping it here, or by pasting it. */
export function AdminImageField({ name, value, onValue, label, note, error, required }: Props) {
  const { t } = useAdminApp()
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const { send, isSending, refused, forgive } = usePictureUpload(onValue)
  const [isOver, setIsOver] = useState(false)
  const wrong = refused ?? error
  const take = (event: ClipboardEvent | DragEvent, files: FileList) => {
    setIsOver(false)
    if (files.length === 0) return
    event.preventDefault()
    send(files[0])
  }
  return (
    <div
      className={isOver ? "admin-image over" : "admin-image"}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => take(event, event.dataTransfer.files)}
      onPaste={(event) => take(event, event.clipboardData.files)}
    >
      <Preview key={value} address={value} />
      <FieldFrame id={id} label={label} note={note} error={wrong}>
        <input
          className="control"
          {...ariaProps(id, wrong)}
          name={name}
          value={value}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          required={required}
          readOnly={isSending}
          onChange={({ currentTarget }) => {
            forgive()
            onValue(currentTarget.value)
          }}
        />
        <p className="admin-image-way">
          <input
            ref={file}
            type="file"
            hidden
            accept={PICTURE_TYPES.join()}
            onChange={({ currentTarget }) => {
              send(currentTarget.files?.[0])
              // The same file again is another choice.
              currentTarget.value = ""
            }}
          />
          <Button look="quiet" compact disabled={isSending} onClick={() => file.current?.click()}>
            {isSending ? t("profile.picture_sending") : t("admin.image_upload")}
            <span className="sr">: {label}</span>
          </Button>
          <span className="small text-muted" role="status">
            {isSending ? <span className="sr">{t("profile.picture_sending")}</span> : t("admin.image_note")}
          </span>
        </p>
      </FieldFrame>
    </div>
  )
}

/** Uploads a picture and hands on its address; what cannot be one is refused before it is sent. */
export function usePictureUpload(onDone: (address: string) => void) {
  const { t, lengths } = useAdminApp()
  const { mutate, isPending } = useUploadPicture()
  const [refused, setRefused] = useState<string>()
  return {
    refused,
    isSending: isPending,
    forgive: () => setRefused(undefined),
    send(file: File | undefined) {
      if (!file || isPending) return
      if (!PICTURE_TYPES.includes(file.type)) return setRefused(t("field.image.invalid"))
      if (file.size > lengths.pictureBytes) return setRefused(t("field.image.too_large"))
      setRefused(undefined)
      mutate(file, {
        onSuccess: ({ imageUrl }) => onDone(imageUrl),
        onError: (failure) => {
          const { fields, message } = serverProblem(failure)
          setRefused(fields["image"] ?? message ?? t("admin.upload_failed"))
        },
      })
    },
  }
}

/** Nothing where there is no picture at the address, or none yet. */
function Preview({ address }: { readonly address: string }) {
  const [isBroken, setIsBroken] = useState(false)
  const isShown = /^(\/api\/pictures\/|https:\/\/.+\..)/.test(address) && !isBroken
  return (
    <span className="admin-image-preview" aria-hidden="true">
      {isShown && <img src={address} alt="" referrerPolicy="no-referrer" onError={() => setIsBroken(true)} />}
    </span>
  )
}
