import { type DragEvent, useId, useRef, useState } from "react"
import { useImportAdminApp } from "#platform/app/app.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { ariaProps, FieldError } from "#ui/field-frame.tsx"

interface Props {
  readonly isChecking: boolean
  readonly error: string | undefined
  /** The name of the file that was checked. */
  readonly chosen: string | undefined
  readonly onFile: (file: File) => void
}

/** Takes a file by button or by drag and drop. */
export function ImportFileField({ isChecking, error, chosen, onFile }: Props) {
  const { t } = useImportAdminApp()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsDraggedOver(false)
    const [file] = event.dataTransfer.files
    if (file && !isChecking) onFile(file)
  }
  return (
    <div
      className={isDraggedOver ? "import-drop over" : "import-drop"}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDraggedOver(true)
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // Without a reset, choosing the same file again fires no event.
          currentTarget.value = ""
        }}
      />
      <BusyButton
        {...ariaProps(id, error)}
        look={chosen === undefined ? "primary" : "quiet"}
        isBusy={isChecking}
        onClick={() => input.current?.click()}
      >
        <AdminIcon name="upload" />
        {t(chosen === undefined ? "import.choose" : "import.choose_again")}
      </BusyButton>
      <p className="small text-muted" role="status">
        {isChecking ? t("import.checking") : (chosen ?? t("import.drop"))}
      </p>
      {error && (
        <div role="alert">
          <FieldError id={id} text={error} />
        </div>
      )}
    </div>
  )
}
