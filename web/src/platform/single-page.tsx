import { MutationCache, QueryCache, QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query"
import { type ReactNode, useEffect, useSyncExternalStore } from "react"
import { CallFailed } from "./ask.ts"
import { BrowserNavigation } from "./navigation.tsx"

/** §9: read once, kept, and not asked for again by itself. */
const QUIET = {
  queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: false },
  mutations: { retry: false },
} as const

/**
 * What an app keeps of the server. `door` is under what it keeps who is signed in: a session that ended elsewhere shows
 * at the next call; then the door is asked again, and it stands closed.
 */
export function openClient(door: QueryKey): QueryClient {
  function onError(error: unknown, asked: QueryKey = []) {
    const isDoor = asked.join("/") === door.join("/")
    if (error instanceof CallFailed && error.problem?.code === "session.missing" && !isDoor) {
      void client.invalidateQueries({ queryKey: door })
    }
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => onError(error, queryKey) }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: QUIET,
  })
  return client
}

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
  useEffect(() => {
    addEventListener("pageshow", askAnew)
    return () => removeEventListener("pageshow", askAnew)
  }, [])
  if (!isAwake) return firstSight
  return (
    <QueryClientProvider client={client}>
      <BrowserNavigation basename={basename}>{children}</BrowserNavigation>
    </QueryClientProvider>
  )
}

/** What the browser kept of a page shows who was signed in, also to whoever comes after a sign-out and goes back. */
function askAnew({ persisted }: PageTransitionEvent): void {
  if (persisted) location.reload()
}
