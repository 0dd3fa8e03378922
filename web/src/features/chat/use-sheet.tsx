import { type RefObject, useLayoutEffect } from "react"

const PHONE = "(max-width: 40rem)"

/** On a phone the panel is the whole screen, above the keyboard; and what lies under it is nobody's to reach. */
export function useSheet(panel: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const { current } = panel
    const screen = window.visualViewport
    const phone = matchMedia(PHONE)
    if (!isOpen || !current) return
    const covered = [...document.body.children].filter((each) => !each.contains(current) && !each.matches("dialog"))
    function fit(): void {
      const isSheet = phone.matches
      for (const each of covered) each.toggleAttribute("inert", isSheet)
      // What is left of the screen beside the keyboard.
      current?.style.setProperty("height", isSheet && screen ? `${screen.height}px` : null)
      current?.style.setProperty("top", isSheet && screen ? `${screen.offsetTop}px` : null)
    }
    fit()
    phone.addEventListener("change", fit)
    screen?.addEventListener("resize", fit)
    screen?.addEventListener("scroll", fit)
    return () => {
      phone.removeEventListener("change", fit)
      screen?.removeEventListener("resize", fit)
      screen?.removeEventListener("scroll", fit)
      for (const each of covered) each.removeAttribute("inert")
    }
  }, [panel, isOpen])
}
