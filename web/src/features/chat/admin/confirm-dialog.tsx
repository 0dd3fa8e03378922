import type { ReactNode } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"

interface Props {
  readonly id: string
  readonly title: string
  readonly confirm: string
  readonly isDanger: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
  readonly children: ReactNode
}

/** Asks for confirmation, because the action concerns the visitor, too. */
export function ConfirmDialog({ id, title, confirm, isDanger, isOpen, onClose, onConfirm, children }: Props) {
  const { t } = useAdminApp()
  return (
    <Dialog id={id} title={title} closeLabel={t("dialog.close")} {...useModal(isOpen, onClose)}>
      <div className="mt-3 grid gap-3 text-muted">{children}</div>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button
          className={isDanger ? "danger" : ""}
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {confirm}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t("profile.cancel")}
        </Button>
      </p>
    </Dialog>
  )
}
