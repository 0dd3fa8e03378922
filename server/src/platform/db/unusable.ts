import { DatabaseError } from "pg"

/** The database cannot be used as configured. The message is one line for the operator, without secrets. */
export class DatabaseUnusableError extends Error {
  override readonly name: string = "DatabaseUnusableError"
}

export class DatabaseUnreachableError extends DatabaseUnusableError {
  override readonly name = "DatabaseUnreachableError"
}

export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined
}

export function databaseReason(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return `${error.message} (${error.code})`
  return error instanceof Error ? databaseReason(error.cause) : undefined
}
