import type { ComponentProps } from "react"
import { AdminIcon, type AdminIconName } from "./admin-icon.tsx"

interface Props extends ComponentProps<"button"> {
  readonly icon: AdminIconName
  readonly label: string
}

export function ToolButton({ icon, label, children, ...rest }: Props) {
  return (
    <button type="button" className="admin-tool" title={label} {...rest}>
      <AdminIcon name={icon} />
      <span className="sr">{label}</span>
      {children}
    </button>
  )
}
