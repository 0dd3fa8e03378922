export interface Backups {
  /** Makes a backup, restores it once to check it, and stores it. It takes seconds to minutes. */
  make(): Promise<void>
  /** Notes beside the backups that an account was deleted, so that a restore deletes it again (C17). */
  noteDeletion(userId: string): Promise<void>
}
