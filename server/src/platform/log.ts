import { type Logger, pino } from "pino"

export type Log = Pick<Logger, "info" | "warn" | "error" | "fatal">

/**
 * JSON lines on standard output. Callers pass named fields (ids, codes, route patterns), never bodies, headers or raw
 * addresses, so that no personal data needs redaction (security C15).
 */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
