import type { ComponentProps } from "react"
import { Icon } from "./icon.tsx"

interface Props extends ComponentProps<"dialog"> {
  readonly id: string
  readonly title: string
  readonly closeLabel: string
}

/**
 * A native dialog: focus goes in and comes back, Escape closes. The close button works without
 * script of ours, and comes last: the focus goes to what the dialog is about. A tap beside it is its opener's affair.
 */
export function Dialog({ id, title, closeLabel, children, ...rest }: Props) {
  return (
    <dialog id={id} className="dialog" aria-labelledby={`${id}-title`} {...rest}>
      <div>
        <h2 id={`${id}-title`} className="pr-10 text-[1.75rem]">
          {title}
        </h2>
        {children}
        <form method="dialog">
          <button className="round close" type="submit" aria-label={closeLabel}>
            <Icon name="close" />
          </button>
        </form>
      </div>
    </dialog>
  )
}
