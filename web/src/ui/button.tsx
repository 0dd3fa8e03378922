import type { ComponentProps } from "react"

/** One blue action (`primary`) and one mango action (`give`) per view; `light` and `ghost` are for dark backgrounds. */
export type ButtonLook = "primary" | "give" | "light" | "ghost" | "quiet"

interface Looks {
  readonly look?: ButtonLook
  readonly compact?: boolean
}

export function Button({ look, compact, className, type = "button", ...rest }: ComponentProps<"button"> & Looks) {
  return <button type={type} className={buttonClass(look, compact, className)} {...rest} />
}

/** The class of a link that looks like a button. */
export function buttonClass(look: ButtonLook = "primary", compact = false, more = ""): string {
  return ["button", look !== "primary" && look, compact && "compact", more].filter(Boolean).join(" ")
}

const WITHOUT_SCROLL = { preventScroll: true }

/** The part of the page that took the focus of a button that went. */
let holder: Element | null = null

/**
 * Ref of a button that goes when it is pressed, with the focus, and comes back if that failed. The parts of the page around
 * it take the focus one after the other, so that the innermost of those that stay has it, until the button is back.
 */
export function focusAround(button: HTMLElement | null) {
  if (holder === document.activeElement && holder?.contains(button)) button?.focus(WITHOUT_SCROLL)
  return () => {
    if (document.activeElement !== button) return
    const parts = [...document.querySelectorAll<HTMLElement>("aside, dialog, main, section")]
    const around = parts.filter((part) => part.contains(button))
    queueMicrotask(() => {
      for (const part of around) {
        part.tabIndex = -1
        part.focus(WITHOUT_SCROLL)
      }
      holder = document.activeElement
    })
  }
}
