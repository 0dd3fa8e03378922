import { useEffect } from "react"
import { Button, buttonClass } from "./button.tsx"
import { Dialog } from "./dialog.tsx"
import { LitMedal } from "./lit-medal.tsx"
import type { SuccessAction, SuccessState } from "./overlay-state.ts"
import { useModal } from "./use-modal.ts"

const ID = "success-dialog"

interface Props {
  readonly state: SuccessState
  /** Must be the same function at every render: a new one restarts the timer. */
  readonly onHide: () => void
}

/** The success dialog (spec §2, §4). Its backdrop, its button, an action or a timer closes it. One per page. */
export function SuccessDialog({ state, onHide }: Props) {
  const { isOpen, title, message, actions, autoCloseAfter, showAnimation, closeLabel } = state
  const modal = useModal(isOpen, onHide)
  useEffect(() => {
    if (!isOpen || autoCloseAfter === undefined) return
    const timer = setTimeout(onHide, autoCloseAfter * 1000)
    return () => clearTimeout(timer)
  }, [isOpen, autoCloseAfter, onHide])
  return (
    <Dialog
      {...modal}
      id={ID}
      className="text-center"
      aria-describedby={`${ID}-message`}
      title={title}
      closeLabel={closeLabel}
      emblem={isOpen && <LitMedal unfolds={showAnimation} />}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onHide()
      }}
    >
      <p className="mt-3 text-muted" id={`${ID}-message`}>
        {message}
      </p>
      {actions.length > 0 && (
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {actions.map((action, index) => (
            <Action key={action.label} action={action} isFirst={index === 0} onHide={onHide} />
          ))}
        </div>
      )}
    </Dialog>
  )
}

interface ActionProps extends Pick<Props, "onHide"> {
  readonly action: SuccessAction
  readonly isFirst: boolean
}

function Action({ action, isFirst, onHide }: ActionProps) {
  const look = isFirst ? "primary" : "quiet"
  if ("href" in action) {
    return (
      <a className={buttonClass(look)} href={action.href} onClick={onHide}>
        {action.label}
      </a>
    )
  }
  return (
    <Button
      look={look}
      onClick={() => {
        onHide()
        action.onSelect()
      }}
    >
      {action.label}
    </Button>
  )
}
