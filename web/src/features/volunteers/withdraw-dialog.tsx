import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"

export const WITHDRAW_TEXTS = [
  "application.withdraw_title",
  "application.withdraw_text",
  "application.withdraw_yes",
  "application.withdraw_no",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof WITHDRAW_TEXTS)[number], string>>
  readonly id: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onWithdraw: () => void
}

/** Nobody can undo it, so it takes a second press. */
export function WithdrawDialog({ texts, id, isOpen, onClose, onWithdraw }: Props) {
  const modal = useModal(isOpen, onClose)
  return (
    <Dialog {...modal} id={id} title={texts["application.withdraw_title"]} aria-describedby={`${id}-text`}>
      <p className="mt-3 text-muted" id={`${id}-text`}>
        {texts["application.withdraw_text"]}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button look="quiet" onClick={onClose}>
          {texts["application.withdraw_no"]}
        </Button>
        <Button
          onClick={() => {
            onClose()
            onWithdraw()
          }}
        >
          {texts["application.withdraw_yes"]}
        </Button>
      </div>
    </Dialog>
  )
}
