import { isRefusal } from "#platform/offline/retry-schedule.ts"
import { singleFlight, type Timers } from "#platform/offline/single-flight.ts"
import type { Calls, ChatStatus } from "./api.ts"

/** Every second poll for messages also refreshes the status (spec §7). */
const MAX_AGE_MS = 60_000

interface Settings {
  readonly calls: Pick<Calls, "chatStatus" | "resume">
  readonly timers: Timers
}

interface Events {
  readonly onChange: () => void
  /** The first message created the thread. */
  readonly onThreadCreated: () => void
  /** Another conversation replaces the loaded one. */
  readonly onThreadReplaced: () => void
  /** The server refused to resume an email's conversation; `message` is its reason. */
  readonly onRefused: (message: string) => void
}

/** Who the user is, which thread is theirs, and whether the team is here. It is at most a minute old. */
export function cacheChatStatus({ calls, timers }: Settings, events: Events) {
  let chatStatus: ChatStatus | null = null
  let fetchedAt = Number.NEGATIVE_INFINITY
  /** An email's token, until its link is followed, or the user or the server has refused it. */
  let token: string | undefined

  const refresh = singleFlight(async () => {
    if (token) await resume(token)
    const fetched = await calls.chatStatus()
    const previous = chatStatus
    chatStatus = fetched
    fetchedAt = timers.now()
    events.onChange()
    if (!previous) return
    const isSameUser = previous.userId === fetched.userId
    if (isSameUser && previous.threadId === fetched.threadId) return
    if (isSameUser && previous.threadId === null) events.onThreadCreated()
    else events.onThreadReplaced()
  })

  async function resume(secret: string): Promise<void> {
    const current = await calls.chatStatus()
    try {
      if (await calls.resume(secret, current)) events.onThreadReplaced()
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      events.onRefused(failure.problem?.message ?? "")
    }
    // Meanwhile the user may have followed another link.
    if (token === secret) token = undefined
  }

  return {
    current: () => chatStatus,
    async fresh(): Promise<ChatStatus | null> {
      const isOld = timers.now() - fetchedAt >= MAX_AGE_MS
      if (isOld || token !== undefined) await refresh()
      return chatStatus
    },
    expire(): void {
      fetchedAt = Number.NEGATIVE_INFINITY
    },
    /** Follows an email's link at the next refresh. */
    resumeWith(secret: string): void {
      token = secret
    },
  }
}
