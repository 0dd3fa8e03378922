export interface Backups {
  /** Makes a backup, restores it once to check it, and stores it. It takes seconds to minutes. */
  make(): Promise<void>
  /** The time of the newest one, in seconds since 1970; 0 without one, or where they cannot be read. */
  newestAt(): Promise<number>
  /** Notes beside the backups that an account was deleted, so that a restore deletes it again (C17). */
  noteDeletion(userId: string): Promise<void>
}
