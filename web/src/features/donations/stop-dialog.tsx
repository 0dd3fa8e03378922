import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"

export const STOP_TEXTS = [
  "monthly_gift.stop_title",
  "monthly_gift.stop_text",
  "monthly_gift.stop_yes",
  "monthly_gift.stop_no",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof STOP_TEXTS)[number], string>>
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onStop: () => void
}

/** A stopped gift cannot be started again, so stopping takes a second press. */
export function StopDialog({ texts, isOpen, onClose, onStop }: Props) {
  const modal = useModal(isOpen, onClose)
  return (
    <Dialog {...modal} id="stop-gift" title={texts["monthly_gift.stop_title"]} aria-describedby="stop-gift-text">
      <p className="mt-3 text-muted" id="stop-gift-text">
        {texts["monthly_gift.stop_text"]}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button look="quiet" onClick={onClose}>
          {texts["monthly_gift.stop_no"]}
        </Button>
        <Button
          onClick={() => {
            onClose()
            onStop()
          }}
        >
          {texts["monthly_gift.stop_yes"]}
        </Button>
      </div>
    </Dialog>
  )
}
