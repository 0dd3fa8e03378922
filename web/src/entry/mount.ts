import { type ComponentType, createElement } from "react"
import { flushSync } from "react-dom"
import { hydrateRoot } from "react-dom/client"

/**
 * Hydrates an island synchronously, so that the boot script can repeat a stored click right after. An island that throws
 * becomes its HTML again, whose links and forms work without script.
 */
export function mount<P extends object>(element: Element, component: ComponentType<P>, props: P, id: string): void {
  const html = element.innerHTML
  const onUncaughtError = (error: unknown) => {
    element.innerHTML = html
    reportError(error)
  }
  flushSync(() => {
    hydrateRoot(element, createElement(component, props), { identifierPrefix: id, onUncaughtError })
  })
  element.toggleAttribute("data-hydrated", true)
}

// Spec §8: the placeholders of analytics and of another live chat only say this, once per page.
console.info("ANALYTICS_ID is not set")
console.info("LIVE_CHAT_ID is not set")
