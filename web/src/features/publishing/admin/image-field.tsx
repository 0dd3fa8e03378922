import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from "react"
import type { Editor } from "#platform/admin/use-editor.ts"
import { serverProblem, useAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { ariaProps, FieldFrame, type FieldLabels } from "#ui/field-frame.tsx"
import { useUploadPicture } from "./api.ts"

const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"]

interface Props extends Pick<FieldLabels, "label" | "note"> {
  readonly name: string
  readonly required?: boolean
  readonly editor: Editor
}

/** A picture URL; the user types it, or uploads a file with the button, by drag and drop, or by pasting. */
export function AdminImageField({ name, label, note, required, editor }: Props) {
  const id = useId()
  const value = editor.values[name] ?? ""
  const onValue = (address: string) => editor.set(name, address)
  const { fileInput, choose, upload, isSending, uploadError, clearError } = usePictureUpload(onValue)
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const shownError = uploadError ?? editor.errors[name]
  return (
    <div
      className={isDraggedOver ? "admin-image over" : "admin-image"}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDraggedOver(true)
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event) => {
        setIsDraggedOver(false)
        upload(event, event.dataTransfer.files)
      }}
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
        {fileInput}
        <UploadButton label={label} isSending={isSending} onClick={choose} />
      </FieldFrame>
    </div>
  )
}

interface UploadButtonProps {
  readonly label: string
  readonly isSending: boolean
  readonly onClick: () => void
}

function UploadButton({ label, isSending, onClick }: UploadButtonProps) {
  const { t } = useAdminApp()
  return (
    <p className="admin-image-way">
      <Button look="quiet" compact disabled={isSending} onClick={onClick}>
        {isSending ? t("profile.picture_sending") : t("admin.image_upload")}
        <span className="sr">: {label}</span>
      </Button>
      <span className="small text-muted" role="status">
        {isSending ? <span className="sr">{t("profile.picture_sending")}</span> : t("admin.image_note")}
      </span>
    </p>
  )
}

/**
 * Uploads a picture and passes its URL to `onDone`; it checks type and size before the upload. `choose` opens the file
 * picker of `fileInput`, which the caller renders.
 */
export function usePictureUpload(onDone: (address: string) => void) {
  const { t, lengths, failureMessage } = useAdminApp()
  const { mutate, isPending } = useUploadPicture()
  const [uploadError, setUploadError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  function send(file: File | undefined) {
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
  }
  return {
    uploadError,
    isSending: isPending,
    clearError: () => setUploadError(undefined),
    /** Uploads the first of the files that were dropped or pasted. */
    upload(event: ClipboardEvent | DragEvent, files: FileList) {
      if (files.length === 0) return
      event.preventDefault()
      send(files[0])
    },
    choose: () => input.current?.click(),
    fileInput: (
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_TYPES.join()}
        onChange={({ currentTarget }) => {
          send(currentTarget.files?.[0])
          // Without a reset, choosing the same file again fires no event.
          currentTarget.value = ""
        }}
      />
    ),
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
