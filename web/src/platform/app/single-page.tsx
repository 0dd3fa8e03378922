import { MutationCache, QueryCache, QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query"
import { type ReactNode, useEffect, useSyncExternalStore } from "react"
import { Router } from "wouter"
import { CallFailed } from "#platform/http/request.ts"

/** Reads are cached and never refetched automatically (spec §9). */
const DEFAULTS = {
  queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: false },
  mutations: { retry: false },
} as const

/** When a request fails because the session has ended, the client refetches `sessionKey`; the app shows the sign-in. */
export function openClient(sessionKey: QueryKey): QueryClient {
  function onError(error: unknown, queryKey: QueryKey = []) {
    const isSessionKey = queryKey.join("/") === sessionKey.join("/")
    if (error instanceof CallFailed && error.problem?.code === "session.missing" && !isSessionKey) {
      void client.invalidateQueries({ queryKey: sessionKey })
    }
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => onError(error, queryKey) }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: DEFAULTS,
  })
  return client
}

interface Props {
  readonly client: QueryClient
  /** The path of the HTML page; the app's own pages are below it. */
  readonly base: string
  /** Rendered into the HTML; shown until the script runs. */
  readonly shell: ReactNode
  readonly children: ReactNode
}

export function SinglePage({ client, base, shell, children }: Props) {
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
      <Router base={base}>{children}</Router>
    </QueryClientProvider>
  )
}

/** After a sign-out, back navigation could show the former user's page from the browser's back/forward cache. */
function reloadIfCached({ persisted }: PageTransitionEvent): void {
  if (persisted) location.reload()
}
