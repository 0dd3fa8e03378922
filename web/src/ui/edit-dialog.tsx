import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { Button } from "./button.tsx"
import { Conflict } from "./conflict.tsx"
import { Dialog } from "./dialog.tsx"
import { useModal } from "./use-modal.ts"

type ConflictProps = ComponentProps<typeof Conflict>

interface EditTexts {
  readonly conflict: ConflictProps["texts"]
  readonly close: string
  readonly save: string
  readonly saving: string
  readonly cancel: string
  readonly restored: string
  readonly discard: string
  readonly question: string
  readonly stay: string
  readonly leave: string
}

interface EditState {
  readonly form: ComponentProps<"form">
  readonly values: ConflictProps["mine"]
  readonly isDirty: boolean
  readonly isSending: boolean
  /** The form shows what was typed before. */
  readonly wasRestored: boolean
  readonly conflict: Pick<ConflictProps, "theirs" | "keepMine" | "takeTheirs"> | null
  readonly discard: () => void
  readonly forget: () => void
}

interface Props extends Pick<ConflictProps, "labels" | "formatValue"> {
  readonly title: string
  /** For articles, which show a preview beside their text. */
  readonly isWide?: true | undefined
  readonly texts: EditTexts
  readonly editor: EditState
  /** While true, the form cannot be sent. */
  readonly isWaiting?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Spec §2: edits a record in a modal. It closes when the server has saved the record or no change would be lost. */
export function EditDialog(props: Props) {
  const { title, isWide, texts, editor, labels, formatValue, onClose, children } = props
  const { dialog, isConfirming, requestClose, stay, leave } = useCloseGuard(editor, onClose)
  const { conflict, isSending, values } = editor
  const confirmation = isConfirming && <LeaveConfirmation texts={texts} onStay={stay} onLeave={leave} />
  return (
    <Dialog
      id="admin-edit"
      title={title}
      closeLabel={texts.close}
      className={isWide ? "admin-edit wide" : "admin-edit"}
      {...dialog}
    >
      {editor.wasRestored && !conflict && <p className="notice mt-4">{texts.restored}</p>}
      {conflict && (
        <Conflict
          texts={texts.conflict}
          mine={values}
          labels={labels}
          {...conflict}
          {...(formatValue && { formatValue })}
        />
      )}
      <form {...editor.form} className="mt-5 grid gap-5" hidden={conflict !== null}>
        <fieldset className="grid gap-5" disabled={isSending}>
          {children}
        </fieldset>
        <div className="admin-edit-actions">{confirmation || <Actions {...props} requestClose={requestClose} />}</div>
      </form>
      {conflict && confirmation && <div className="admin-edit-actions">{confirmation}</div>}
    </Dialog>
  )
}

function Actions({
  texts,
  editor: { isSending, wasRestored, discard },
  isWaiting = false,
  requestClose,
}: Pick<Props, "texts" | "editor" | "isWaiting"> & { readonly requestClose: () => void }) {
  return (
    <>
      <Button type="submit" disabled={isSending || isWaiting}>
        {isSending ? texts.saving : texts.save}
      </Button>
      <Button look="quiet" disabled={isSending} onClick={requestClose}>
        {texts.cancel}
      </Button>
      {wasRestored && (
        <Button look="quiet" className="danger" disabled={isSending} onClick={discard}>
          {texts.discard}
        </Button>
      )}
    </>
  )
}

/** Asks for confirmation before Escape, the close button or a cancel button closes the dialog and loses changes. */
function useCloseGuard({ isDirty, isSending, forget }: EditState, onClose: () => void) {
  const [isConfirming, setIsConfirming] = useState(false)
  const isGuarded = isDirty || isSending
  const modal = useModal(true, () => {
    if (!isGuarded) return onClose()
    // A second Escape closes the dialog even if the page prevents it.
    modal.ref.current?.showModal()
    setIsConfirming(!isSending)
  })
  const { ref } = modal
  useLayoutEffect(() => {
    const dialog = ref.current
    // Closing the dialog before React removes it returns the focus to its opener.
    return () => dialog?.close()
  }, [ref])
  const guardClose = (event: SyntheticEvent) => {
    if (!isGuarded) return
    event.preventDefault()
    if (!isSending) setIsConfirming(!isConfirming)
  }
  return {
    isConfirming,
    requestClose: () => (isGuarded ? setIsConfirming(true) : onClose()),
    stay: () => setIsConfirming(false),
    leave() {
      forget()
      onClose()
    },
    dialog: {
      ...modal,
      // A cancelled file picker fires the same event, which bubbles up to here.
      onCancel: (event: SyntheticEvent) => event.target === event.currentTarget && guardClose(event),
      onSubmit: (event: FormEvent) =>
        event.target instanceof Element && event.target.getAttribute("method") === "dialog" && guardClose(event),
    },
  }
}

interface ConfirmationProps {
  readonly texts: EditTexts
  readonly onStay: () => void
  readonly onLeave: () => void
}

function LeaveConfirmation({ texts, onStay, onLeave }: ConfirmationProps) {
  const stayButton = useRef<HTMLButtonElement>(null)
  useEffect(() => stayButton.current?.focus(), [])
  return (
    <>
      <p className="strong" role="alert">
        {texts.question}
      </p>
      <Button ref={stayButton} onClick={onStay}>
        {texts.stay}
      </Button>
      <Button look="quiet" className="danger" onClick={onLeave}>
        {texts.leave}
      </Button>
    </>
  )
}
