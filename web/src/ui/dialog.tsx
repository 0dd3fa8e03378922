import type { ComponentProps, ReactNode } from "react"
import { Icon } from "./icon.tsx"

interface Props extends ComponentProps<"dialog"> {
  readonly id: string
  readonly title: string
  /** Without a label there is no close button; Escape closes the dialog in any case. */
  readonly closeLabel?: string | undefined
  /** Appears above the title. */
  readonly emblem?: ReactNode
}

/** The close button comes last, so that the content gets the first focus. The caller handles backdrop clicks. */
export function Dialog({ id, title, closeLabel, emblem, className = "", children, ...rest }: Props) {
  return (
    <dialog id={id} className={`dialog ${className}`.trimEnd()} aria-labelledby={`${id}-title`} {...rest}>
      <div>
        {emblem}
        <h2 id={`${id}-title`}>{title}</h2>
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
