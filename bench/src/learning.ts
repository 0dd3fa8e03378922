import { randomUUID } from "node:crypto"
import { measureGrowthOf } from "./growth.ts"
import { seedLearners } from "./learning-seed.ts"
import type { Report } from "./results.ts"
import { onSizes, type Seeded } from "./seeded.ts"

const LEARNERS = { small: 1, large: 10_000 } as const
const BUDGET = 3
const READS = [
  "/api/courses",
  "/api/user/progress",
  "/api/learning/summary",
  "/api/learning/reviews",
  "/api/user/achievements",
]

type School = Seeded<{ readonly lessonId: string }>

/** How the dashboard's calls scale: the p99 of each with ten thousand learners against one, all with 200 events. */
export function measureLearning(report: Report): Promise<void> {
  return onSizes(LEARNERS, seedLearners, async (small, large) => {
    const compare = async (name: string, send: (school: School) => Promise<number>) => {
      const growth = await measureGrowthOf(
        () => send(small),
        () => send(large),
      )
      report({
        metric: `dashboard, ${name}: p99 with ten thousand learners against one`,
        measured: growth.ratio,
        budget: BUDGET,
        bound: "max",
        unit: "×",
        details: `${growth.large.toFixed(1)} ms against ${growth.small.toFixed(1)} ms`,
      })
    }
    for (const path of READS) await compare(`GET ${path}`, (school) => school.send(path))
    await compare("POST /api/learning/events", answer)
  })
}

function answer({ rows: { lessonId }, send }: School): Promise<number> {
  const event = { id: randomUUID(), lessonId, kind: "exercise.answered", exerciseId: "bench", isCorrect: true }
  return send("/api/learning/events", { events: [{ ...event, at: new Date().toISOString() }] })
}
