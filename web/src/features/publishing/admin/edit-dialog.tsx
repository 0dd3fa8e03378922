import { useIsMutating } from "@tanstack/react-query"
import {
  type FormEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { useConflictTexts } from "#platform/admin/use-conflict-texts.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { Conflict } from "#ui/conflict.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"
import { UPLOAD_KEY } from "./api.ts"
import type { Editor } from "./state.ts"

interface Props {
  readonly title: string
  /** For articles, which show a preview beside their text. */
  readonly isWide?: true
  readonly editor: Editor
  /** The labels of the fields in form order. */
  readonly labels: Readonly<Record<string, string>>
  /** The text of values that are not plain text. */
  readonly formatValue?: (name: string, value: string) => string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Spec §2: edits a record in a modal. It closes when the server has saved the record or no change would be lost. */
export function AdminEditDialog({ title, isWide, editor, labels, formatValue, onClose, children }: Props) {
  const { t } = useAdminApp()
  const { dialog, isConfirming, requestClose, stay, leave } = useCloseGuard(editor, onClose)
  const isUploading = useIsMutating({ mutationKey: UPLOAD_KEY }) > 0
  const { conflict, isSending, values } = editor
  const conflictTexts = useConflictTexts()
  return (
    <Dialog
      id="admin-edit"
      title={title}
      closeLabel={t("dialog.close")}
      className={isWide ? "admin-edit wide" : "admin-edit"}
      {...dialog}
    >
      {editor.wasRestored && !conflict && <p className="notice mt-4">{t("admin.draft_kept")}</p>}
      {conflict && (
        <Conflict
          texts={conflictTexts}
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
        <div className="admin-edit-actions">
          {isConfirming ? (
            <LeaveConfirmation onStay={stay} onLeave={leave} />
          ) : (
            <>
              <Button type="submit" disabled={isSending || isUploading}>
                {isSending ? t("profile.saving") : t("profile.save")}
              </Button>
              <Button look="quiet" disabled={isSending} onClick={requestClose}>
                {t("profile.cancel")}
              </Button>
              {editor.wasRestored && (
                <Button look="quiet" className="danger" disabled={isSending} onClick={editor.discard}>
                  {t("admin.draft_discard")}
                </Button>
              )}
            </>
          )}
        </div>
      </form>
      {conflict && isConfirming && (
        <div className="admin-edit-actions">
          <LeaveConfirmation onStay={stay} onLeave={leave} />
        </div>
      )}
    </Dialog>
  )
}

/** Asks for confirmation before Escape, the close button or a cancel button closes the dialog and loses changes. */
function useCloseGuard({ isDirty, isSending, forget }: Props["editor"], onClose: () => void) {
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

function LeaveConfirmation({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) {
  const { t } = useAdminApp()
  const stayButton = useRef<HTMLButtonElement>(null)
  useEffect(() => stayButton.current?.focus(), [])
  return (
    <>
      <p className="strong" role="alert">
        {t("admin.leave_ask")}
      </p>
      <Button ref={stayButton} onClick={onStay}>
        {t("admin.leave_stay")}
      </Button>
      <Button look="quiet" className="danger" onClick={onLeave}>
        {t("admin.leave_go")}
      </Button>
    </>
  )
}
