import { CallFailed } from "#platform/http/request.ts"

/** The server refused a save because somebody else has saved another version in the meantime. */
export function isOutdated(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.problem?.code === "record.changed"
}
