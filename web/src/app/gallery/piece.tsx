import type { ReactNode } from "react"

export function Piece({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="piece">
      <h3>{name}</h3>
      <div>{children}</div>
    </div>
  )
}
