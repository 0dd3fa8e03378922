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
import { useAdminApp } from "#platform/app.tsx"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"
import { UPLOADING } from "./admin-api.ts"
import { AdminConflict } from "./admin-conflict.tsx"
import type { Editor } from "./admin-state.ts"

interface Props {
  readonly title: string
  /** An article needs room beside its text. */
  readonly isWide?: true
  readonly editor: Editor
  /** What each field is called, in the order of the form. */
  readonly labels: Readonly<Record<string, string>>
  /** What a value that is not plain text is called. */
  readonly wordsFor?: (name: string, value: string) => string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** §2: a record in its modal. It closes when the server has saved it, or when nothing would be lost. */
export function AdminEditDialog({ title, isWide, editor, labels, wordsFor, onClose, children }: Props) {
  const { t } = useAdminApp()
  const { dialog, isAsking, ask, stay, leave } = useWayOut(editor, onClose)
  const isUploading = useIsMutating({ mutationKey: UPLOADING }) > 0
  const { conflict, isPending, values } = editor
  return (
    <Dialog
      id="admin-edit"
      title={title}
      closeLabel={t("dialog.close")}
      className={isWide ? "admin-edit wide" : "admin-edit"}
      {...dialog}
    >
      {editor.wasKept && !conflict && <p className="notice mt-4">{t("admin.draft_kept")}</p>}
      {conflict && <AdminConflict mine={values} labels={labels} {...conflict} {...(wordsFor && { wordsFor })} />}
      <form {...editor.form} className="mt-5 grid gap-5" hidden={conflict !== null}>
        <fieldset className="grid gap-5" disabled={isPending}>
          {children}
        </fieldset>
        <div className="admin-edit-actions">
          {isAsking ? (
            <Leaving onStay={stay} onLeave={leave} />
          ) : (
            <>
              <Button type="submit" disabled={isPending || isUploading}>
                {isPending ? t("profile.saving") : t("profile.save")}
              </Button>
              <Button look="quiet" disabled={isPending} onClick={ask}>
                {t("profile.cancel")}
              </Button>
              {editor.wasKept && (
                <Button look="quiet" className="danger" disabled={isPending} onClick={editor.discard}>
                  {t("admin.draft_discard")}
                </Button>
              )}
            </>
          )}
        </div>
      </form>
      {conflict && isAsking && (
        <div className="admin-edit-actions">
          <Leaving onStay={stay} onLeave={leave} />
        </div>
      )}
    </Dialog>
  )
}

/** Every way out of a dialog (Escape, its close button, a button of ours) asks first where something would be lost. */
function useWayOut({ isDirty, isPending, forget }: Props["editor"], onClose: () => void) {
  const [isAsking, setIsAsking] = useState(false)
  const holds = isDirty || isPending
  const modal = useModal(true, () => {
    if (!holds) return onClose()
    // A browser closes on the second Escape, whatever the page says.
    modal.ref.current?.showModal()
    setIsAsking(!isPending)
  })
  const { ref } = modal
  useLayoutEffect(() => {
    const dialog = ref.current
    // Closed before it leaves the page, so that the focus goes back to where it came from.
    return () => dialog?.close()
  }, [ref])
  const hold = (event: SyntheticEvent) => {
    if (!holds) return
    event.preventDefault()
    if (!isPending) setIsAsking(!isAsking)
  }
  return {
    isAsking,
    ask: () => (holds ? setIsAsking(true) : onClose()),
    stay: () => setIsAsking(false),
    leave() {
      forget()
      onClose()
    },
    dialog: {
      ...modal,
      // Choosing no file after all is called the same, and comes up to here.
      onCancel: (event: SyntheticEvent) => event.target === event.currentTarget && hold(event),
      onSubmit: (event: FormEvent) =>
        event.target instanceof Element && event.target.getAttribute("method") === "dialog" && hold(event),
    },
  }
}

function Leaving({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) {
  const { t } = useAdminApp()
  const safe = useRef<HTMLButtonElement>(null)
  useEffect(() => safe.current?.focus(), [])
  return (
    <>
      <p className="strong" role="alert">
        {t("admin.leave_ask")}
      </p>
      <Button ref={safe} onClick={onStay}>
        {t("admin.leave_stay")}
      </Button>
      <Button look="quiet" className="danger" onClick={onLeave}>
        {t("admin.leave_go")}
      </Button>
    </>
  )
}
