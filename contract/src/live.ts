import * as z from "zod/mini"

/**
 * Every message of the socket (spec §7 `/ws`). They carry ids, no content: the client then requests the messages after
 * the last sequence number it has, so that none is lost or repeated.
 */
export const LiveMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("new_message"), threadId: z.uuid(), sequence: z.int() }),
  /** To administrators: a conversation was assigned, done, reported or blocked, or its messages were read. */
  z.object({ type: z.literal("thread_changed"), threadId: z.uuid() }),
  /** The client may have missed messages. */
  z.object({ type: z.literal("catch_up") }),
  /** Every half minute, because browsers do not expose WebSocket pings. */
  z.object({ type: z.literal("beat") }),
])
export type LiveMessage = z.output<typeof LiveMessage>
