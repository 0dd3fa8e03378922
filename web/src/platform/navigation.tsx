import { type ComponentProps, type MouseEvent, type ReactNode, useMemo, useState, useSyncExternalStore } from "react"
import { type Navigator, Router, useHref, useLocation, useNavigate } from "react-router"

interface Props {
  /** The app's own address: `/fr/member-dashboard`. */
  readonly basename: string
  readonly children: ReactNode
}

/**
 * React Router over the browser's history. The library's own `BrowserRouter` and links bring its data mode with them,
 * which is 5 KB for nothing here.
 */
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
  /** Under the app's address. */
  readonly to: string
}

/** A link to a page of the same app. A tap that asks for more than going there is the browser's. */
export function AppLink({ to, ...rest }: LinkProps) {
  const href = useHref(to)
  const navigate = useNavigate()
  const isHere = useHref(useLocation().pathname) === href
  const go = (event: MouseEvent) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    void navigate(to)
    scrollTo(0, 0)
  }
  return <a {...rest} href={href} aria-current={isHere ? "page" : undefined} onClick={go} />
}

function openHistory() {
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  const write = (method: "pushState" | "replaceState") => (to: Parameters<Navigator["push"]>[0]) => {
    window.history[method](null, "", addressOf(to))
    notify()
  }
  const navigator: Navigator = {
    push: write("pushState"),
    replace: write("replaceState"),
    go: (steps) => window.history.go(steps),
    createHref: addressOf,
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

function addressOf(to: Parameters<Navigator["createHref"]>[0]): string {
  return typeof to === "string" ? to : `${to.pathname ?? ""}${to.search ?? ""}${to.hash ?? ""}`
}
