import { DrizzleQueryError } from "drizzle-orm/errors"

const UNIQUE_VIOLATION = "23505"

export function isConflict(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof Error && "code" in cause && cause.code === UNIQUE_VIOLATION
}

/** Whether the database refused a row because of the constraint of this name. */
export function violates(error: unknown, constraint: string): boolean {
  const cause = causeOf(error)
  return cause instanceof Error && "constraint" in cause && cause.constraint === constraint
}

function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error
}
