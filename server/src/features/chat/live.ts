import type { LiveMessage } from "@haitech/contract/live"
import type { Bus } from "#platform/bus.ts"
import { ADMIN_TOPIC, type Publish } from "#platform/socket/sockets.ts"
import type { ChatThreadRow } from "./table.ts"

/** On which every process hears what happened in conversations. */
const CHAT_CHANNEL = "chat"

interface Notification {
  readonly topics: readonly string[]
  readonly message: LiveMessage
}

/** Those who show a guest's key, and the member's own sockets. */
export const topics = {
  thread: (id: string) => `thread:${id}`,
  member: (id: string) => `member:${id}`,
}

/**
 * Tells a thread's visitor and the office, whichever process they are on, that there is a message. Called once it is
 * stored; what is told and not heard is found by its number.
 */
export function publishMessage(bus: Bus, { id, userId }: Pick<ChatThreadRow, "id" | "userId">, sequence: number) {
  const visitors = userId ? [topics.member(userId)] : [topics.thread(id)]
  return publish(bus, [...visitors, ADMIN_TOPIC], { type: "new_message", threadId: id, sequence })
}

/** Tells the office that something about a thread is another. */
export function publishThreadChange(bus: Bus, threadId: string) {
  return publish(bus, [ADMIN_TOPIC], { type: "thread_changed", threadId })
}

/** The act is done: that nobody could be told does not undo it. */
async function publish(bus: Bus, to: readonly string[], message: LiveMessage): Promise<void> {
  await bus.publish(CHAT_CHANNEL, JSON.stringify({ topics: to, message } satisfies Notification)).catch(() => undefined)
}

/** Passes on to this process' sockets what any process tells; after a gap, everybody is to look for what they missed. */
export function subscribeToChat(bus: Bus, send: Publish, sendToAll: (message: LiveMessage) => void) {
  return bus.subscribe(
    CHAT_CHANNEL,
    (told) => {
      const { topics: to, message } = JSON.parse(told) as Notification
      send(to, message)
    },
    () => sendToAll({ type: "catch_up" }),
  )
}
