import { type ComponentType, createElement } from "react"
import { flushSync } from "react-dom"
import { hydrateRoot } from "react-dom/client"

/** Brings an island's markup to life, at once, so that a kept tap finds it awake. */
export function mount<P extends object>(element: Element, component: ComponentType<P>, props: P, id: string): void {
  flushSync(() => {
    hydrateRoot(element, createElement(component, props), { identifierPrefix: id })
  })
  element.toggleAttribute("data-hydrated", true)
}
