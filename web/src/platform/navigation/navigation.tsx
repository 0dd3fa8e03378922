import { type ComponentProps, type MouseEvent, type ReactNode, useMemo, useState, useSyncExternalStore } from "react"
import { type Navigator, Router, useHref, useLocation, useNavigate } from "react-router"

interface Props {
  /** The path of the app: `/fr/member-dashboard`. */
  readonly basename: string
  readonly children: ReactNode
}

/** React Router on the browser's history. Its own `BrowserRouter` and `Link` include the unused data mode, 5 KB more. */
export function BrowserNavigation({ basename, children }: Props) {
  const [history] = useState(openHistory)
  const address = useSyncExternalStore(history.listen, history.address)
  const location = useMemo(() => {
    const { pathname, search, hash } = new URL(address)
    return { pathname, search, hash, state: null, key: address }
  }, [address])
  return (
    <Router basename={basename} location={location} navigator={history.navigator}>
      {children}
    </Router>
  )
}

interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** Relative to the app's path. */
  readonly to: string
}

/** A link to a page of the same app. The browser handles clicks with another button or a modifier key. */
export function AppLink({ to, ...rest }: LinkProps) {
  const href = useHref(to)
  const navigate = useNavigate()
  const isCurrent = useHref(useLocation().pathname) === href
  const go = (event: MouseEvent) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    void navigate(to)
    scrollTo(0, 0)
  }
  return <a {...rest} href={href} aria-current={isCurrent ? "page" : undefined} onClick={go} />
}

function openHistory() {
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  const write = (method: "pushState" | "replaceState") => (to: Parameters<Navigator["push"]>[0]) => {
    window.history[method](null, "", toHref(to))
    notify()
  }
  const navigator: Navigator = {
    push: write("pushState"),
    replace: write("replaceState"),
    go: (steps) => window.history.go(steps),
    createHref: toHref,
  }
  return {
    navigator,
    address: () => window.location.href,
    listen(listener: () => void) {
      listeners.add(listener)
      addEventListener("popstate", listener)
      return () => {
        listeners.delete(listener)
        removeEventListener("popstate", listener)
      }
    },
  }
}

function toHref(to: Parameters<Navigator["createHref"]>[0]): string {
  return typeof to === "string" ? to : `${to.pathname ?? ""}${to.search ?? ""}${to.hash ?? ""}`
}
