import { DrizzleQueryError } from "drizzle-orm/errors"

const UNIQUE_VIOLATION = "23505"

export function isConflict(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && "code" in cause && cause.code === UNIQUE_VIOLATION
}
