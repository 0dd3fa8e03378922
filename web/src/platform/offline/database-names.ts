/** Events of lessons. */
export const EVENT_DATABASE = "learning"
/** Everything else that waits to be sent. */
export const OUTBOX_DATABASE = "outbox"
/** Bytes that the service worker received. */
export const DATA_USE_DATABASE = "data-use"
/** The last replies that a member's pages show without a connection. */
export const REPLIES_DATABASE = "replies"
