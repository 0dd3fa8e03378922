import { DrizzleQueryError } from "drizzle-orm/errors"

const UNIQUE_VIOLATION = "23505"
const EXCLUSION_VIOLATION = "23P01"

export function isConflict(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION
}

export function isOverlap(error: unknown): boolean {
  return codeOf(error) === EXCLUSION_VIOLATION
}

function codeOf(error: unknown): unknown {
  const cause = causeOf(error)
  return cause instanceof Error && "code" in cause ? cause.code : undefined
}

/** Whether the database refused a row because of the constraint of this name. */
export function violates(error: unknown, constraint: string): boolean {
  const cause = causeOf(error)
  return cause instanceof Error && "constraint" in cause && cause.constraint === constraint
}

function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error
}
