import type { LearningEvent } from "@haitech/contract/learning"
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { answered, completed, lessonId, publishCourses, read } from "#testing-learning.ts"

const LESSONS = [lessonId("go", 1), lessonId("go", 2), lessonId("french", 1), lessonId("spanish", 1)] as const
const RUNS = 30

let app: TestApp
/** A second process on the same database. */
let twin: TestApp
beforeAll(async () => {
  app = await createTestApp()
  twin = await createTestApp({ database: app.database })
  for (const each of [app, twin]) each.setNow(new Date("2026-01-10T12:00:00Z"))
  await publishCourses(app, [
    { slug: "go", category: "coding", lessons: 2 },
    { slug: "french", category: "languages", lessons: 1 },
    { slug: "spanish", category: "languages", lessons: 1 },
  ])
})
afterAll(async () => {
  await twin.close()
  await app.close()
})

const time = fc.integer({ min: 0, max: 18 }).map((step) => new Date(Date.UTC(2026, 0, 1, 12 * step)).toISOString())
const lesson = fc.constantFrom(...LESSONS)
const event: fc.Arbitrary<LearningEvent> = fc.oneof(
  fc.tuple(lesson, time, fc.nat(900)).map((of) => completed(...of)),
  fc.tuple(lesson, time, fc.constantFrom("text-1", "text-2")).map((of) => read(...of)),
  fc
    .tuple(
      lesson,
      time,
      fc.record({
        exerciseId: fc.constantFrom("greeting", "hello", "word-le-riz"),
        isCorrect: fc.boolean(),
        isReview: fc.boolean(),
      }),
    )
    .map((of) => answered(...of)),
)
const events = fc.uniqueArray(event, { minLength: 2, maxLength: 40, selector: ({ id }) => id })
const sent = events.chain((all) =>
  fc.record({
    all: fc.constant(all),
    shuffled: fc.shuffledSubarray(all, { minLength: all.length }),
    size: fc.integer({ min: 1, max: 12 }),
  }),
)

let members = 0
/** Sends each batch to one process after the other, all at once. @returns the member's rows */
async function rowsAfter(batches: readonly (readonly LearningEvent[])[]) {
  const member = await register(app, `member${++members}`)
  const processes = [member, openBrowser(twin, { cookie: member.cookie() })]
  const responses = await Promise.all(
    batches.map((batch, index) =>
      (processes[index % 2] ?? member).send("POST", "/api/learning/events", { events: batch }),
    ),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(batches.map(() => 200))
  const { sql } = app.database
  const of = member.id
  const rows = {
    courses: await sql`select * from user_course_progress where user_id = ${of} order by course_id`,
    lessons: await sql`select * from user_lesson_progress where user_id = ${of} order by lesson_id`,
    results: await sql`select * from exercise_results where user_id = ${of} order by lesson_id, exercise_id`,
    unlocked: await sql`select * from user_achievements where user_id = ${of} order by achievement_id`,
  }
  const earned = new Set<string>(responses.flatMap((response) => response.json().earned))
  return [withoutIds(rows), earned] as const
}

function withoutIds(rows: object): unknown {
  return JSON.parse(JSON.stringify(rows, (name, value) => (["id", "user_id"].includes(name) ? undefined : value)))
}

test("batches in any order, by two processes at once, lead to the same rows as all events together", async () => {
  const both = fc.asyncProperty(sent, async ({ all, shuffled, size }) => {
    const batches = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
      shuffled.slice(at * size, (at + 1) * size),
    )
    expect(await rowsAfter(batches)).toEqual(await rowsAfter([all]))
  })
  await fc.assert(both, { numRuns: RUNS })
})

test("devices that send everything at the same time store each event once and earn each achievement once", async () => {
  const all = [...LESSONS, ...LESSONS].map((id, index) => completed(id, `09:0${index}`))
  const member = await register(app, "everything")
  const other = openBrowser(twin, { cookie: member.cookie() })
  const send = (by = member as typeof other) => by.send("POST", "/api/learning/events", { events: all })
  const responses = await Promise.all([send(), send(other), send(), send(other)])
  const earned = responses.flatMap((response) => response.json<{ earned: string[] }>().earned)
  expect(earned.toSorted()).toEqual(["course_finished", "first_steps", "polyglot", "three_courses"])
  expect(await app.database.sql`select from learning_events where user_id = ${member.id}`).toHaveLength(all.length)
})
