export type Remedy = "other-data-dir" | "other-server"

/** `message` is one line for the operator, without secrets; the caller adds how its users apply the remedies. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError"
  readonly remedies: readonly Remedy[]

  constructor(message: string, remedies: readonly Remedy[] = []) {
    super(message)
    this.remedies = remedies
  }
}

export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined
}
