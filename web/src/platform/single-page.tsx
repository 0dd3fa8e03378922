import { MutationCache, QueryCache, QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query"
import { type ReactNode, useEffect, useSyncExternalStore } from "react"
import { BrowserNavigation } from "./navigation.tsx"
import { CallFailed } from "./request.ts"

/** §9: read once, kept, and not asked for again by itself. */
const QUIET = {
  queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: false },
  mutations: { retry: false },
} as const

/**
 * What an app keeps of the server. `door` is under what it keeps who is signed in: a session that ended elsewhere shows
 * at the next call; then the door is asked again, and it stands closed.
 */
export function openClient(sessionKey: QueryKey): QueryClient {
  function onError(error: unknown, asked: QueryKey = []) {
    const isSessionKey = asked.join("/") === sessionKey.join("/")
    if (error instanceof CallFailed && error.problem?.code === "session.missing" && !isSessionKey) {
      void client.invalidateQueries({ queryKey: sessionKey })
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
  readonly shell: ReactNode
  readonly children: ReactNode
}

/** A single-page app, once it is awake; before that, its first sight. */
export function SinglePage({ client, basename, shell, children }: Props) {
  const isHydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  useEffect(() => {
    addEventListener("pageshow", reloadIfCached)
    return () => removeEventListener("pageshow", reloadIfCached)
  }, [])
  if (!isHydrated) return shell
  return (
    <QueryClientProvider client={client}>
      <BrowserNavigation basename={basename}>{children}</BrowserNavigation>
    </QueryClientProvider>
  )
}

/** What the browser kept of a page shows who was signed in, also to whoever comes after a sign-out and goes back. */
function reloadIfCached({ persisted }: PageTransitionEvent): void {
  if (persisted) location.reload()
}
