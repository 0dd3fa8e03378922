import type { ReactNode } from "react"

interface Props {
  /** Of menus with the same name only one is open. */
  readonly name: string
  /** What the button is called, where what stands on it is not enough. */
  readonly label: string
  readonly button: ReactNode
  readonly buttonClass: string
  readonly className?: string
  /** Carries the class `menu`. */
  readonly children: ReactNode
}

/** A button with something folded away under it. It needs no script: a tap beside it closes it. */
export function Menu({ name, label, button, buttonClass, className = "", children }: Props) {
  return (
    <details className={`relative ${className}`.trimEnd()} name={name}>
      <summary className={buttonClass} aria-label={label}>
        {button}
      </summary>
      {children}
    </details>
  )
}
