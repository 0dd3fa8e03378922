// `npm run bench` measures the budgets of docs/OPERATING.md that are a ratio, a time or a size of the running product, says
// each as soon as it is measured, and writes bench/RESULTS.md. `-- joins reads` measures only these parts, without the file.
import { measureAdminLists, measureRecords } from "./admin-lists.ts"
import { measureAppointments } from "./appointments.ts"
import { measureLearning } from "./learning.ts"
import { measureLiveMessages } from "./live-messages.ts"
import { formatResult, passes, publish, type Report, type Result } from "./results.ts"
import { measureScale } from "./scale.ts"
import {
  measureBesideFastify,
  measureJoins,
  measureMemory,
  measurePageScores,
  measureReads,
  measureSignInLoad,
  measureStarts,
  onSite,
} from "./site.ts"
import { measureSoak } from "./soak.ts"
import { measureTaps } from "./taps.ts"
import { measureShifts, measureSlowLine } from "./visits.ts"

const PARTS: Readonly<Record<string, (report: Report) => Promise<void>>> = {
  start: measureStarts,
  memory: onSite(measureMemory),
  "sign-ins": onSite(measureSignInLoad),
  reads: onSite(measureReads),
  joins: onSite(measureJoins),
  fastify: onSite(measureBesideFastify),
  scores: onSite(measurePageScores),
  line: onSite(measureSlowLine),
  shifts: onSite(measureShifts),
  taps: onSite(measureTaps),
  admin: measureAdminLists,
  records: measureRecords,
  appointments: measureAppointments,
  learning: measureLearning,
  sockets: measureLiveMessages,
  scale: onSite(measureScale, { TRUST_PROXY: "1" }),
  soak: onSite(measureSoak, { TRUST_PROXY: "1" }),
}
/** They take minutes to an hour, so they are measured only when they are named; the others take ten minutes together. */
const ON_REQUEST: readonly string[] = [
  "scores",
  "line",
  "shifts",
  "taps",
  "admin",
  "records",
  "learning",
  "scale",
  "soak",
]

const names = process.argv.slice(2)
const unknown = names.filter((name) => !PARTS[name])
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. The parts: ${Object.keys(PARTS).join(", ")}`)
  process.exit(2)
}

const results: Result[] = []
for (const [name, measure] of Object.entries(PARTS)) {
  if (names.length > 0 ? !names.includes(name) : ON_REQUEST.includes(name)) continue
  const startedAt = performance.now()
  console.log(`${name} …`)
  await measure((result) => {
    results.push(result)
    console.log(`  ${formatResult(result)}`)
  })
  console.log(`${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
if (names.length === 0) publish(results)
process.exitCode = results.every(passes) ? 0 : 1
