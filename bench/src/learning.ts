import { randomUUID } from "node:crypto"
import { Agent } from "node:http"
import { openBarePool } from "./database.ts"
import { measureGrowthOf, timeRequest } from "./growth.ts"
import { readLesson, seedLearners } from "./learning-seed.ts"
import { createAdmin, deleteData, type Product, startProduct } from "./product.ts"
import type { Report } from "./results.ts"

const LEARNERS = { small: 1, large: 10_000 } as const
const BUDGET = 3
const READS = [
  "/api/courses",
  "/api/user/progress",
  "/api/learning/summary",
  "/api/learning/reviews",
  "/api/user/achievements",
]

type School = Awaited<ReturnType<typeof openSchool>>

/** How the dashboard's calls scale: the p99 of each with ten thousand learners against one, all with 200 events. */
export async function measureLearning(report: Report): Promise<void> {
  const small = await openSchool(LEARNERS.small)
  try {
    const large = await openSchool(LEARNERS.large)
    try {
      for (const path of READS) await compare(report, `GET ${path}`, small, large, ({ get }) => get(path))
      await compare(report, "POST /api/learning/events", small, large, ({ answer }) => answer())
    } finally {
      await large.close()
    }
  } finally {
    await small.close()
  }
}

async function compare(
  report: Report,
  name: string,
  small: School,
  large: School,
  send: (school: School) => Promise<number>,
): Promise<void> {
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

async function openSchool(learners: number) {
  const product = await startProduct()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const close = async () => {
    agent.destroy()
    await product.stop()
    deleteData(product)
  }
  try {
    const cookie = await createAdmin(product)
    const lessonId = await seed(product, learners)
    const get = (path: string) => timeRequest(`${product.url}${path}`, { agent, cookie })
    const answer = () => {
      const event = { id: randomUUID(), lessonId, kind: "exercise.answered", exerciseId: "bench", isCorrect: true }
      const body = { events: [{ ...event, at: new Date().toISOString() }] }
      return timeRequest(`${product.url}/api/learning/events`, { agent, cookie, body })
    }
    return { get, answer, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** @returns a lesson */
async function seed({ dataFolder }: Product, learners: number): Promise<string> {
  const pool = openBarePool(dataFolder)
  try {
    await seedLearners(pool, learners)
    return await readLesson(pool)
  } finally {
    await pool.end()
  }
}
