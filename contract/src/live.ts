import * as z from "zod/mini"

/**
 * Every message the socket may carry (§7 `/ws`). They hold names, not words: what was written is asked for by the
 * number after the last one seen, so that nothing is missed and nothing comes twice.
 */
export const LiveMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("new_message"), threadId: z.uuid(), sequence: z.int() }),
  /** To the office: a conversation was assigned, done, reported or blocked, or its messages were read. */
  z.object({ type: z.literal("thread_changed"), threadId: z.uuid() }),
  /** Something may have been told that was not heard. */
  z.object({ type: z.literal("catch_up") }),
  /** Every half minute: the line stands. A browser sees no pings. */
  z.object({ type: z.literal("beat") }),
])
export type LiveMessage = z.output<typeof LiveMessage>
