import { type QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { type ReactNode, useSyncExternalStore } from "react"
import { BrowserNavigation } from "./navigation.tsx"

/** §9: read once, kept, and not asked for again by itself. */
export const QUIET = {
  queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: false },
  mutations: { retry: false },
} as const

interface Props {
  readonly client: QueryClient
  /** The address of the page that carries the app; its own pages are under it. */
  readonly basename: string
  /** What the page is drawn with, and shows until the script is there. */
  readonly firstSight: ReactNode
  readonly children: ReactNode
}

/** A single-page app, once it is awake; before that, its first sight. */
export function SinglePage({ client, basename, firstSight, children }: Props) {
  const isAwake = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  if (!isAwake) return firstSight
  return (
    <QueryClientProvider client={client}>
      <BrowserNavigation basename={basename}>{children}</BrowserNavigation>
    </QueryClientProvider>
  )
}
