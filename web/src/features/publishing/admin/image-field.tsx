import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from "react"
import { serverProblem, useAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { ariaProps, FieldFrame, type FieldLabels } from "#ui/field-frame.tsx"
import { useUploadPicture } from "./api.ts"

export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"]

interface Props extends FieldLabels {
  readonly name: string
  readonly value: string
  readonly onValue: (address: string) => void
  readonly required?: boolean
}

/** A picture URL; the user types it, or uploads a file with the button, by drag and drop, or by pasting. */
export function AdminImageField({ name, value, onValue, label, note, error, required }: Props) {
  const id = useId()
  const { send, isSending, uploadError, clearError } = usePictureUpload(onValue)
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const shownError = uploadError ?? error
  const upload = (event: ClipboardEvent | DragEvent, files: FileList) => {
    setIsDraggedOver(false)
    if (files.length === 0) return
    event.preventDefault()
    send(files[0])
  }
  return (
    <div
      className={isDraggedOver ? "admin-image over" : "admin-image"}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDraggedOver(true)
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event) => upload(event, event.dataTransfer.files)}
      onPaste={(event) => upload(event, event.clipboardData.files)}
    >
      <Preview key={value} address={value} />
      <FieldFrame id={id} label={label} note={note} error={shownError}>
        <input
          className="control"
          {...ariaProps(id, shownError)}
          name={name}
          value={value}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          required={required}
          readOnly={isSending}
          onChange={({ currentTarget }) => {
            clearError()
            onValue(currentTarget.value)
          }}
        />
        <UploadButton label={label} isSending={isSending} onPick={send} />
      </FieldFrame>
    </div>
  )
}

interface UploadButtonProps {
  readonly label: string
  readonly isSending: boolean
  readonly onPick: (file: File | undefined) => void
}

function UploadButton({ label, isSending, onPick }: UploadButtonProps) {
  const { t } = useAdminApp()
  const input = useRef<HTMLInputElement>(null)
  return (
    <p className="admin-image-way">
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_TYPES.join()}
        onChange={({ currentTarget }) => {
          onPick(currentTarget.files?.[0])
          // Without a reset, choosing the same file again fires no event.
          currentTarget.value = ""
        }}
      />
      <Button look="quiet" compact disabled={isSending} onClick={() => input.current?.click()}>
        {isSending ? t("profile.picture_sending") : t("admin.image_upload")}
        <span className="sr">: {label}</span>
      </Button>
      <span className="small text-muted" role="status">
        {isSending ? <span className="sr">{t("profile.picture_sending")}</span> : t("admin.image_note")}
      </span>
    </p>
  )
}

/** Uploads a picture and passes its URL to `onDone`; it checks type and size before the upload. */
export function usePictureUpload(onDone: (address: string) => void) {
  const { t, lengths, failureMessage } = useAdminApp()
  const { mutate, isPending } = useUploadPicture()
  const [uploadError, setUploadError] = useState<string>()
  return {
    uploadError,
    isSending: isPending,
    clearError: () => setUploadError(undefined),
    send(file: File | undefined) {
      if (!file || isPending) return
      if (!PICTURE_TYPES.includes(file.type)) return setUploadError(t("field.image.invalid"))
      if (file.size > lengths.pictureBytes) return setUploadError(t("field.image.too_large"))
      setUploadError(undefined)
      mutate(file, {
        onSuccess: ({ imageUrl }) => onDone(imageUrl),
        onError: (failure) => {
          setUploadError(serverProblem(failure).fields["image"] ?? failureMessage(failure))
        },
      })
    },
  }
}

/** Empty if the URL is incomplete or its picture does not load. */
function Preview({ address }: { readonly address: string }) {
  const [isBroken, setIsBroken] = useState(false)
  const isShown = /^(\/api\/pictures\/|https:\/\/.+\..)/.test(address) && !isBroken
  return (
    <span className="admin-image-preview" aria-hidden="true">
      {isShown && <img src={address} alt="" referrerPolicy="no-referrer" onError={() => setIsBroken(true)} />}
    </span>
  )
}
