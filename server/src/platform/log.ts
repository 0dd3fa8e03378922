import { type Logger, pino } from "pino"

export type Log = Pick<Logger, "info" | "warn" | "error" | "fatal">

/** Callers pass ids, codes and route patterns, never bodies, headers or raw addresses (security C15). */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
