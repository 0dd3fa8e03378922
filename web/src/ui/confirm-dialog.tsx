import type { ReactNode } from "react"
import { Button } from "./button.tsx"
import { Dialog } from "./dialog.tsx"
import { useModal } from "./use-modal.ts"

interface Props {
  readonly id: string
  readonly title: string
  readonly labels: { readonly confirm: string; readonly cancel: string; readonly close: string }
  readonly isDanger?: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
  readonly children: ReactNode
}

/** Asks for confirmation, because the action concerns somebody else, too. */
export function ConfirmDialog({ id, title, labels, isDanger = false, isOpen, onClose, onConfirm, children }: Props) {
  return (
    <Dialog id={id} title={title} closeLabel={labels.close} {...useModal(isOpen, onClose)}>
      <div className="mt-3 grid gap-3 text-muted">{children}</div>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button
          className={isDanger ? "danger" : ""}
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {labels.confirm}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {labels.cancel}
        </Button>
      </p>
    </Dialog>
  )
}
