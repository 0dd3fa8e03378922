import type { ComponentProps } from "react"

/** One blue action (`primary`) and one mango action (`give`) per view; `light` and `ghost` stand on night and brand. */
export type ButtonLook = "primary" | "give" | "light" | "ghost" | "quiet"

interface Looks {
  readonly look?: ButtonLook
  readonly compact?: boolean
  /** What it does is under way: a press does nothing, and unlike a disabled button it keeps the focus. */
  readonly isBusy?: boolean
}

export function Button({ look, compact, isBusy, className, onClick, ...rest }: ComponentProps<"button"> & Looks) {
  return (
    <button
      type="button"
      className={`${buttonClass(look, compact)} ${className ?? ""}`.trimEnd()}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
      {...rest}
    />
  )
}

/** The look of a button for a link. */
export function buttonClass(look: ButtonLook = "primary", compact = false): string {
  return ["button", look === "primary" ? "" : look, compact ? "compact" : ""].filter(Boolean).join(" ")
}
