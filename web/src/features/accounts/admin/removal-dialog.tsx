import { useAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"
import type { Removal } from "./factor-list.tsx"

interface Props {
  readonly removal: Removal | null
  readonly onClose: () => void
  readonly onRemove: (removal: Removal) => void
}

export function RemovalDialog({ removal, onClose, onRemove }: Props) {
  const { t } = useAdminApp()
  const title = removal ? t("factor.remove_title", { name: removal.name }) : ""
  return (
    <Dialog id="remove-factor" title={title} {...useModal(removal !== null, onClose)}>
      <p className="mt-3 text-muted">{t("factor.remove_about")}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          onClick={() => {
            onClose()
            if (removal) onRemove(removal)
          }}
        >
          {t("factor.remove")}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t("profile.cancel")}
        </Button>
      </div>
    </Dialog>
  )
}
