import type { ComponentProps, ReactNode } from "react"
import { Icon } from "./icon.tsx"

interface Props extends ComponentProps<"dialog"> {
  readonly id: string
  readonly title: string
  /** Without it there is no close button; Escape closes all the same. */
  readonly closeLabel?: string | undefined
  /** Stands above the title. */
  readonly emblem?: ReactNode
}

/**
 * A native dialog: focus goes in and comes back, Escape closes. The close button works without
 * script of ours, and comes last: the focus goes to what the dialog is about. A tap beside it is its opener's affair.
 */
export function Dialog({ id, title, closeLabel, emblem, className = "", children, ...rest }: Props) {
  return (
    <dialog id={id} className={`dialog ${className}`.trimEnd()} aria-labelledby={`${id}-title`} {...rest}>
      <div>
        {emblem}
        <h2 id={`${id}-title`} className={closeLabel && !emblem ? "pr-10 text-[1.75rem]" : "text-[1.75rem]"}>
          {title}
        </h2>
        {children}
        {closeLabel && (
          <form method="dialog">
            <button className="round close" type="submit" aria-label={closeLabel}>
              <Icon name="close" />
            </button>
          </form>
        )}
      </div>
    </dialog>
  )
}
