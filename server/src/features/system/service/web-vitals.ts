import { VITAL_NAMES } from "@haitech/contract/vitals"
import type { Deps } from "#deps.ts"
import { addVitals, deleteVitalsBefore } from "#features/system/queries.ts"
import type { VitalRow } from "#features/system/table.ts"
import { nameOf } from "#platform/error-name.ts"
import { Problem } from "#platform/problem.ts"
import type { VitalsCounter } from "#platform/web-vitals.ts"

const FLUSH_S = 60
const MAX_PER_MINUTE = 600
const MAX_PER_ADDRESS = 20
const KEPT_DAYS = 400
const DAY_MS = 86_400_000

export function countVitals({ db, now, log }: Pick<Deps, "db" | "now" | "log">): VitalsCounter {
  const counts = new Map<string, VitalRow>()
  const addresses = new Map<string, number>()
  let taken = 0
  let timer: NodeJS.Timeout | undefined

  const count = (row: VitalRow) => {
    const { day, page, language, line, metric, bound } = row
    const key = [day, page, language, line, metric, bound].join(" ")
    counts.set(key, { ...row, visits: row.visits + (counts.get(key)?.visits ?? 0) })
  }
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    taken = 0
    addresses.clear()
    const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
    counts.clear()
    if (rows.length === 0) return
    await addVitals(db, rows).catch((error: Error) => {
      for (const row of rows) count(row)
      log.warn({ error: nameOf(error.cause ?? error) }, "web vitals not stored")
    })
  }
  return {
    add({ bounds, ...visit }, address) {
      const ofAddress = (addresses.get(address) ?? 0) + 1
      if (++taken > MAX_PER_MINUTE || ofAddress > MAX_PER_ADDRESS)
        throw new Problem("rate.limited", { retryAfter: FLUSH_S })
      addresses.set(address, ofAddress)
      timer ??= setTimeout(() => void flush(), FLUSH_S * 1000).unref()
      const day = dayOf(now())
      for (const metric of VITAL_NAMES) {
        const bound = bounds[metric]
        if (bound !== undefined) count({ ...visit, day, metric, bound, visits: 1 })
      }
    },
    flush,
  }
}

export async function sweepVitals({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteVitalsBefore(db, dayOf(now(), -KEPT_DAYS))
}

export function dayOf(date: Date, plusDays = 0): string {
  return new Date(date.getTime() + plusDays * DAY_MS).toISOString().slice(0, 10)
}
