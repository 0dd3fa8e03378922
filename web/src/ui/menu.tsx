import type { ReactNode } from "react"

interface Props {
  /** Only one menu of each name can be open. */
  readonly name: string
  /** The accessible name of the button. */
  readonly label: string
  readonly button: ReactNode
  readonly buttonClass: string
  readonly className?: string
  /** An element with the class `menu`. */
  readonly children: ReactNode
}

/** A button that unfolds a menu. It needs no script: while it is open, its summary covers the page and closes it. */
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
