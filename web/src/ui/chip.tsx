import type { ReactNode } from "react"

export type ChipTone = "plain" | "good" | "wait" | "bad" | "info"

export function Chip({ tone = "plain", children }: { readonly tone?: ChipTone; readonly children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>
}
