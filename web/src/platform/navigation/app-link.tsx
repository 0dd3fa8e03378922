import type { ComponentProps, MouseEvent } from "react"
import { Link, useLocation } from "wouter"

interface Props extends Omit<ComponentProps<"a">, "href"> {
  /** Relative to the app's path. */
  readonly to: string
  readonly onOpen?: () => void
}

/** A link to a page of the same app. The browser handles clicks with another button or a modifier key. */
export function AppLink({ to, onOpen, ...rest }: Props) {
  const [path, navigate] = useLocation()
  // wouter would join the app's path and "/" to `/admin/`.
  const target = to === "/" ? "" : to
  const open = (event: MouseEvent) => {
    event.preventDefault()
    navigate(target)
    // After the navigation: the browser has stored the position in the page that it leaves.
    scrollTo(0, 0)
    onOpen?.()
  }
  return <Link {...rest} to={target} aria-current={path === to ? "page" : undefined} onClick={open} />
}
