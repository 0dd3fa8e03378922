import { type ComponentType, createElement } from "react"
import { flushSync } from "react-dom"
import { hydrateRoot } from "react-dom/client"

/** Hydrates an island synchronously, so that the boot script can repeat a stored click right after. */
export function mount<P extends object>(element: Element, component: ComponentType<P>, props: P, id: string): void {
  flushSync(() => {
    hydrateRoot(element, createElement(component, props), { identifierPrefix: id })
  })
  element.toggleAttribute("data-hydrated", true)
}
