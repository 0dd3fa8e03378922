/** A backup that cannot be made or restored, for a reason that the operator can mend. */
export class BackupUnusableError extends Error {
  override readonly name = "BackupUnusableError"
}
