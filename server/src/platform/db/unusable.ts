/** The database cannot be used as it is set up. The message is one line for an administrator, without secrets. */
export class DatabaseUnusableError extends Error {
  override readonly name: string = "DatabaseUnusableError"
}

/** What the operating system answered ("ENOSPC", …), where the error comes from it. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined
}
