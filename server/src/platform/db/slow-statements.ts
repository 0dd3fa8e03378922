import { origin } from "#platform/correlation.ts"
import type { Log } from "#platform/log.ts"

interface Statement {
  /** With placeholders: the values are personal data. */
  readonly text: string
  /** How long its caller waited for a connection before. */
  readonly waitedMs: number
}

export interface StatementWatch {
  watch<Result extends { readonly rowCount: number | null }>(
    statement: Statement,
    run: () => Promise<Result>,
  ): Promise<Result>
  count(): number
}

const LINES_PER_MINUTE = 10
const MINUTE_MS = 60_000
const TEXT_LENGTH = 2000

/** Logs each statement that takes longer; one that repeats is logged some times a minute, and then counted. */
export function watchStatements(log: Pick<Log, "warn">, thresholdMs: number): StatementWatch {
  let slow = 0
  const repeats = new Map<string, number>()
  const endMinute = () => {
    for (const [statement, times] of repeats) {
      if (times > LINES_PER_MINUTE)
        log.warn({ statement, times: times - LINES_PER_MINUTE }, "slow statement, not logged")
    }
    repeats.clear()
  }
  const report = ({ text, waitedMs }: Statement, ms: number, outcome: { rows: number | null } | { error: unknown }) => {
    if (ms <= thresholdMs) return
    slow++
    const statement = text.slice(0, TEXT_LENGTH)
    const times = (repeats.get(statement) ?? 0) + 1
    if (repeats.size === 0) setTimeout(endMinute, MINUTE_MS).unref()
    repeats.set(statement, times)
    if (times > LINES_PER_MINUTE) return
    const fields = { ms: rounded(ms), waitedMs: rounded(waitedMs), ...outcome, statement }
    log.warn({ ...origin.getStore(), ...fields }, "slow statement")
  }
  return {
    async watch(statement, run) {
      const startedAt = performance.now()
      try {
        const result = await run()
        report(statement, performance.now() - startedAt, { rows: result.rowCount })
        return result
      } catch (error) {
        report(statement, performance.now() - startedAt, { error: codeOf(error) })
        throw error
      }
    },
    count: () => slow,
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}
