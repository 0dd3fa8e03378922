import type { ReactNode } from "react"
import { Medal, type MedalSymbol } from "./medal.tsx"

interface Props {
  readonly symbol: MedalSymbol
  /** Where a sentence alone would not say what it is about. */
  readonly title?: string
  readonly sentence: string
  /** It is all there is: the sentence is the page's heading. */
  readonly isTitle?: boolean
  /** One way on: a button or a link. */
  readonly children?: ReactNode
}

/** Nothing here yet: one medal, one sentence, one action. */
export function EmptyState({ symbol, title, sentence, isTitle, children }: Props) {
  return (
    <div className="empty-state">
      <Medal symbol={symbol} className="size-24 text-action" />
      {title && <h2 className="text-[1.375rem]">{title}</h2>}
      {isTitle ? (
        <h1 className="lead" tabIndex={-1}>
          {sentence}
        </h1>
      ) : (
        <p className="lead">{sentence}</p>
      )}
      {children}
    </div>
  )
}
