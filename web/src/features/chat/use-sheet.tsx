import { type RefObject, useLayoutEffect } from "react"

const PHONE = "(max-width: 40rem)"

/**
 * On a phone the panel fills the screen above the keyboard, and the page behind it is inert. `onClosed` is called when the
 * page can have the focus again.
 */
export function useSheet(panel: RefObject<HTMLElement | null>, isOpen: boolean, onClosed: () => void): void {
  useLayoutEffect(() => {
    const { current } = panel
    const screen = window.visualViewport
    const phone = matchMedia(PHONE)
    if (!isOpen || !current) return
    const background = [...document.body.children].filter((each) => !each.contains(current) && !each.matches("dialog"))
    function fit(): void {
      const isSheet = phone.matches
      for (const each of background) each.toggleAttribute("inert", isSheet)
      // The visual viewport excludes the on-screen keyboard.
      current?.style.setProperty("height", isSheet && screen ? `${screen.height}px` : null)
      current?.style.setProperty("top", isSheet && screen ? `${screen.offsetTop}px` : null)
    }
    function makeUsable(): void {
      const isOpenAgain = current?.hidden === false
      if (isOpenAgain) return
      for (const each of background) each.removeAttribute("inert")
      onClosed()
    }
    fit()
    phone.addEventListener("change", fit)
    screen?.addEventListener("resize", fit)
    screen?.addEventListener("scroll", fit)
    return () => {
      phone.removeEventListener("change", fit)
      screen?.removeEventListener("resize", fit)
      screen?.removeEventListener("scroll", fit)
      // The styles of the whole page take a slow phone longer than hiding the panel.
      requestAnimationFrame(() => setTimeout(makeUsable))
    }
  }, [panel, isOpen, onClosed])
}
