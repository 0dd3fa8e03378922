import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"

export const CANCEL_TEXTS = [
  "session.cancel_title",
  "session.cancel_text",
  "session.cancel_yes",
  "session.cancel_no",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof CANCEL_TEXTS)[number], string>>
  readonly id: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCancel: () => void
}

/** A cancelled session's place goes to somebody else, so cancelling takes a second press. */
export function CancelDialog({ texts, id, isOpen, onClose, onCancel }: Props) {
  const modal = useModal(isOpen, onClose)
  return (
    <Dialog {...modal} id={id} title={texts["session.cancel_title"]} aria-describedby={`${id}-text`}>
      <p className="mt-3 text-muted" id={`${id}-text`}>
        {texts["session.cancel_text"]}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button look="quiet" onClick={onClose}>
          {texts["session.cancel_no"]}
        </Button>
        <Button
          onClick={() => {
            onClose()
            onCancel()
          }}
        >
          {texts["session.cancel_yes"]}
        </Button>
      </div>
    </Dialog>
  )
}
