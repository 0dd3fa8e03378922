import * as z from "zod/mini"

/** The messages of `/ws` carry ids, no content: the client then requests what came after its last sequence number. */
export const LiveMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("new_message"), threadId: z.uuid(), sequence: z.int() }),
  z.object({ type: z.literal("thread_changed"), threadId: z.uuid() }),
  z.object({ type: z.literal("catch_up") }),
  /** Every half minute, because browsers do not expose WebSocket pings. */
  z.object({ type: z.literal("beat") }),
])
export type LiveMessage = z.output<typeof LiveMessage>
