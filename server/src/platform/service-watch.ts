import type { ServiceState } from "@haitech/contract/status"

/** Remembers how the last use of a service went. Nobody calls the service to find out. */
export interface ServiceWatch {
  worked(): void
  failed(): void
  state(): { readonly state: Exclude<ServiceState, "limited">; readonly since: Date | null }
}

/** What was seen longer ago says nothing about now. */
const FRESH_MS = 3_600_000

export function watchService(now: () => number = Date.now): ServiceWatch {
  let seenAt = Number.NEGATIVE_INFINITY
  let failingSince: number | null = null
  return {
    worked() {
      seenAt = now()
      failingSince = null
    },
    failed() {
      seenAt = now()
      failingSince ??= seenAt
    },
    state() {
      if (now() - seenAt > FRESH_MS) return { state: "unknown", since: null }
      if (failingSince === null) return { state: "working", since: null }
      return { state: "failing", since: new Date(failingSince) }
    },
  }
}
