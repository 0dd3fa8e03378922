import type { ReactNode } from "react"
import { Medal, type MedalSymbol } from "./medal.tsx"

interface Props {
  readonly symbol: MedalSymbol
  /** For places where the sentence alone does not name the subject. */
  readonly title?: string
  readonly sentence: string
  /** The page has no other content, so the sentence is its heading. */
  readonly isTitle?: boolean
  readonly children?: ReactNode
}

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
