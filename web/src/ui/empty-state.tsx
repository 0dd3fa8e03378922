import type { ReactNode } from "react"
import { Medal, type MedalSymbol } from "./medal.tsx"

interface Props {
  readonly symbol: MedalSymbol
  readonly sentence: string
  /** One way on: a button or a link. */
  readonly children?: ReactNode
}

/** Nothing here yet: one medal, one sentence, one action. */
export function EmptyState({ symbol, sentence, children }: Props) {
  return (
    <div className="empty-state">
      <Medal symbol={symbol} className="size-24 text-action" />
      <p className="lead">{sentence}</p>
      {children}
    </div>
  )
}
