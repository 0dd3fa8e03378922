import type { ComponentProps } from "react"
import { AdminIcon, type AdminIconName } from "./admin-icon.tsx"

interface Props extends ComponentProps<"button"> {
  readonly icon: AdminIconName
  /** The accessible name, and the tooltip. */
  readonly label: string
}

/** A toolbar's button: an icon of 36 px. */
export function ToolButton({ icon, label, children, ...rest }: Props) {
  return (
    <button type="button" className="admin-tool" title={label} {...rest}>
      <AdminIcon name={icon} />
      <span className="sr">{label}</span>
      {children}
    </button>
  )
}
