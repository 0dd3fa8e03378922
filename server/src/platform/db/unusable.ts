/** The database cannot be used as configured. The message is one line for the operator, without secrets. */
export class DatabaseUnusableError extends Error {
  override readonly name: string = "DatabaseUnusableError"
}

export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined
}
