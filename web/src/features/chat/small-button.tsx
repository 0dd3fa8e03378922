import type { ReactNode } from "react"
import { focusMessages } from "./use-opening.tsx"

interface Props {
  readonly className?: string
  readonly isDisabled?: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

/** A button that may disappear with its own action: the focus moves to the messages first. */
export function SmallButton({ className = "chat-small", isDisabled, onPress, children }: Props) {
  return (
    <button
      type="button"
      className={className}
      disabled={isDisabled}
      onClick={({ currentTarget }) => {
        focusMessages(currentTarget)
        onPress()
      }}
    >
      {children}
    </button>
  )
}
