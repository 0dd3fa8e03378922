import type { ReactNode } from "react"

export type ChipTone = "plain" | "good" | "wait" | "bad" | "info"

/** A one-word badge on a record. */
export function Chip({ tone = "plain", children }: { readonly tone?: ChipTone; readonly children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>
}
