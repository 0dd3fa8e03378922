/**
 * Somebody whose data goes. The address only when they showed that the mailbox is theirs: what a visitor left under an
 * address must not be erased, or read, by whoever registers with it.
 */
export interface ErasureSubject {
  readonly userId: string
  readonly email: string | null
}
