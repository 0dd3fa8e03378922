import { getSystemErrorName } from "node:util"
import type { FindingCode } from "@haitech/contract/admin/findings"
import type { Finding } from "@haitech/contract/admin/system"

export function finding(code: FindingCode, values: Readonly<Record<string, string | number>> = {}): Finding {
  return { code, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])) }
}

/** Why a call failed, in a few words without secrets: a status, a code of the system, or the kind of the error. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return "?"
  // The mail library replaces the code.
  if ("errno" in error && typeof error.errno === "number") return getSystemErrorName(error.errno)
  if ("code" in error && typeof error.code === "string") return error.code
  return error.cause === undefined ? error.name : reasonOf(error.cause)
}
