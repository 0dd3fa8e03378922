import {
  MutationCache,
  type NetworkMode,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
} from "@tanstack/react-query"
import { type ReactNode, useEffect, useSyncExternalStore } from "react"
import { Router } from "wouter"
import { CallFailed } from "#platform/http/request.ts"

/** Reads are cached and never refetched automatically (spec §9), but for those that failed without a connection. */
const DEFAULTS = {
  queries: {
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: true,
    retry: false,
  },
  mutations: { retry: false },
} as const

/** After one of these the client refetches the session: the app then shows the sign-in, or the setup of a second factor. */
const SESSION_PROBLEMS: readonly (string | undefined)[] = ["session.missing", "factor.missing"]

/** Clients whose session somebody is ending or has ended. */
const ending = new WeakSet<QueryClient>()

/**
 * Ends the session, as the deletion of an account does. From then on a refused read no longer leads to the sign-in: the page
 * says itself what happened. After a failure all is as before.
 */
export async function endOwnSession<T>(client: QueryClient, end: () => Promise<T>): Promise<T> {
  ending.add(client)
  try {
    return await end()
  } catch (error) {
    ending.delete(client)
    throw error
  }
}

interface ClientOptions {
  readonly sessionKey: QueryKey
  /** By default what is asked for offline waits for the network; with `always` it fails at once. */
  readonly networkMode?: NetworkMode
}

export function openClient({ sessionKey, networkMode = "online" }: ClientOptions): QueryClient {
  function onError(error: unknown, queryKey: QueryKey = []) {
    const isSessionKey = queryKey.join("/") === sessionKey.join("/")
    const isProblem = error instanceof CallFailed && SESSION_PROBLEMS.includes(error.problem?.code)
    if (isProblem && !isSessionKey && !ending.has(client)) {
      void client.invalidateQueries({ queryKey: sessionKey })
    }
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => onError(error, queryKey) }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: { ...DEFAULTS.queries, networkMode },
      mutations: { ...DEFAULTS.mutations, networkMode },
    },
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
