import { useSyncExternalStore } from "react"

/** Null without a token in the URL's fragment, which no server or log receives; undefined while the page is rendered. */
export function useLinkToken(name: string): string | null | undefined {
  const hash = useSyncExternalStore(
    (onChange) => {
      addEventListener("hashchange", onChange)
      return () => removeEventListener("hashchange", onChange)
    },
    () => location.hash,
    () => undefined,
  )
  return hash === undefined ? undefined : new URLSearchParams(hash.slice(1)).get(name)
}
