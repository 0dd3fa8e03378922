import type { LiveMessage } from "@haitech/contract/live"
import type { Bus } from "#platform/bus.ts"
import { ADMIN_TOPIC } from "#platform/socket/connections.ts"
import type { Publish } from "#platform/socket/sockets.ts"
import type { ChatThreadRow } from "./table.ts"

const CHAT_CHANNEL = "chat"

interface Notification {
  readonly topics: readonly string[]
  readonly message: LiveMessage
}

export const topics = {
  thread: (id: string) => `thread:${id}`,
  member: (id: string) => `member:${id}`,
}

/** A client that misses the notification finds the message later by its sequence number. */
export function publishMessage(bus: Bus, { id, userId }: Pick<ChatThreadRow, "id" | "userId">, sequence: number) {
  const visitors = userId ? [topics.member(userId)] : [topics.thread(id)]
  return publish(bus, [...visitors, ADMIN_TOPIC], { type: "new_message", threadId: id, sequence })
}

export function publishThreadChange(bus: Bus, threadId: string, visitors: readonly string[] = []) {
  return publish(bus, [...visitors, ADMIN_TOPIC], { type: "thread_changed", threadId })
}

// The change is already committed, so a failed notification must not fail the request.
async function publish(bus: Bus, recipients: readonly string[], message: LiveMessage): Promise<void> {
  await bus
    .publish(CHAT_CHANNEL, JSON.stringify({ topics: recipients, message } satisfies Notification))
    .catch(() => undefined)
}

/** Forwards notifications of all processes to this process' sockets; after a gap it asks every client to catch up. */
export function subscribeToChat(bus: Bus, send: Publish, sendToAll: (message: LiveMessage) => void) {
  return bus.subscribe(
    CHAT_CHANNEL,
    (payload) => {
      const { topics: recipients, message } = JSON.parse(payload) as Notification
      send(recipients, message)
    },
    () => sendToAll({ type: "catch_up" }),
  )
}
