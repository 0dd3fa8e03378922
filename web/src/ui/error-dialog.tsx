import { Button } from "./button.tsx"
import { Dialog } from "./dialog.tsx"
import type { ErrorState, Gravity } from "./overlay-state.ts"
import { RareIcon, type RareIconName } from "./rare-icon.tsx"
import { useModal } from "./use-modal.ts"

const ICONS: Readonly<Record<Gravity, RareIconName>> = { error: "failed", warning: "caution", info: "about" }
const ID = "error-dialog"

interface Props {
  readonly state: ErrorState
  readonly onHide: () => void
}

/** The error dialog (spec §2, §4). A colour, an icon and, for screen readers, a word show its gravity. One per page. */
export function ErrorDialog({ state, onHide }: Props) {
  const { isOpen, title, message, type, retry, hasDismiss, hasClose, labels } = state
  const modal = useModal(isOpen, onHide)
  return (
    <Dialog
      {...modal}
      id={ID}
      role="alertdialog"
      aria-describedby={`${ID}-gravity ${ID}-message`}
      title={title}
      closeLabel={hasClose ? labels.close : undefined}
      emblem={
        <p className={`gravity ${type}`}>
          <RareIcon name={ICONS[type]} />
          <span className="sr" id={`${ID}-gravity`}>
            {labels[type]}
          </span>
        </p>
      }
    >
      <p className="mt-3 text-muted" id={`${ID}-message`}>
        {message}
      </p>
      {(retry || hasDismiss) && (
        <div className="mt-6 flex flex-wrap gap-3">
          {retry && (
            <Button
              onClick={() => {
                onHide()
                retry()
              }}
            >
              {labels.retry}
            </Button>
          )}
          {hasDismiss && (
            <Button look="quiet" onClick={onHide}>
              {labels.dismiss}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
