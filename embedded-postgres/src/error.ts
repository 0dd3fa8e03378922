/** What helps when the cause cannot be removed: another data directory, or a PostgreSQL server run by someone else. */
export type Remedy = "other-data-dir" | "other-server"

/** The embedded PostgreSQL cannot be used. `message` is one line for the operator, without secrets. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError"
  /** The caller adds how its users apply them: the package does not know the caller's settings. */
  readonly remedies: readonly Remedy[]

  constructor(message: string, remedies: readonly Remedy[] = []) {
    super(message)
    this.remedies = remedies
  }
}

/** @returns the operating system's code of an error ("ENOSPC", …), if it has one. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined
}
