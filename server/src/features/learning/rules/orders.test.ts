import fc from "fast-check"
import { expect, test } from "vitest"
import { earnedAchievements, milestones } from "./achievements.ts"
import { courseState } from "./course-state.ts"
import { exerciseStates, lessonState } from "./lesson-state.ts"

const LESSONS = { a: "coding", b: "languages", c: "languages", d: "cares" } as const
const CONTENT = { programs: ["program"], words: ["word"], exercises: ["choice", "program", "word-word"] }
const START = Date.parse("2026-01-01T00:00:00Z")
const MINUTE_MS = 60_000

const common = {
  id: fc.uuid(),
  lessonId: fc.constantFrom(...(["a", "b", "c", "d"] as const)),
  // Steps of half a day in six weeks, so that events coincide and exercises become due.
  occurredAt: fc.integer({ min: 0, max: 84 }).map((step) => new Date(START + step * 720 * MINUTE_MS)),
}
const nothing = { exerciseId: null, isCorrect: null, isReview: false, position: null, language: null, seconds: 0 }
const answer = fc.record({
  ...common,
  exerciseId: fc.constantFrom("choice", "program", "word-word", "unknown"),
  isCorrect: fc.boolean(),
  isReview: fc.boolean(),
})
const reading = fc.record({ ...common, position: fc.option(fc.constantFrom("text-1", "text-2")) })
const completion = fc.record({
  ...common,
  language: fc.constantFrom("en" as const, "ht" as const),
  seconds: fc.nat(900),
})
const event = fc.oneof(
  answer.map((fields) => ({ ...nothing, kind: "exercise.answered" as const, ...fields })),
  reading.map((fields) => ({ ...nothing, kind: "lesson.read" as const, ...fields })),
  completion.map((fields) => ({ ...nothing, kind: "lesson.completed" as const, ...fields })),
)
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never

const events = fc.uniqueArray(event, { minLength: 1, maxLength: 60, selector: ({ id }) => id })
/** The events of one member, and the same ones as several devices send them: shuffled, repeated and in batches. */
const sent = events.chain((all) =>
  fc.record({
    all: fc.constant(all),
    batches: fc
      .tuple(fc.shuffledSubarray(all, { minLength: all.length }), fc.shuffledSubarray(all))
      .chain(([shuffled, repeated]) => {
        const stream = [...shuffled, ...repeated]
        return fc.array(fc.integer({ min: 1, max: 9 }), { minLength: stream.length }).map((sizes) => {
          const rest = [...stream]
          return sizes.map((size) => rest.splice(0, size)).filter((batch) => batch.length > 0)
        })
      }),
  }),
)

/** The rows of a database that recomputes only the lessons of each batch. */
function receive(batches: readonly (readonly Event[])[]) {
  const stored = new Map<string, Event>()
  const lessons = new Map<string, object>()
  const earned = new Map<string, Date>()
  let course = { progressPercentage: 0, completedAt: null as Date | null }
  for (const batch of batches) {
    for (const each of batch) stored.set(each.id, each)
    for (const { lessonId } of batch) {
      const own = [...stored.values()].filter((each) => each.lessonId === lessonId)
      lessons.set(lessonId, { ...lessonState(own), exercises: byId(exerciseStates(own, CONTENT)) })
    }
    course = courseState({ ...figures([...stored.values()]), previouslyCompletedAt: course.completedAt })
    const times = course.completedAt ? [course.completedAt] : []
    for (const [code, time] of earnedAchievements(milestones([...stored.values()].map(countable), times)))
      earned.set(code, time)
  }
  return { lessons: sorted(lessons), course, earned: sorted(earned) }
}

function countable(each: Event) {
  const facts = { courseId: each.lessonId, category: LESSONS[each.lessonId], isProgram: each.exerciseId === "program" }
  return { ...each, ...facts, day: each.occurredAt.toISOString().slice(0, 10) }
}

function figures(stored: readonly Event[]) {
  const times = Object.keys(LESSONS)
    .map((lessonId) => lessonState(stored.filter((each) => each.lessonId === lessonId)).completedAt)
    .filter((time) => time !== null)
  const last = times.length > 0 ? new Date(Math.max(...times.map((time) => time.getTime()))) : null
  return { lessons: Object.keys(LESSONS).length, completed: times.length, lastCompletedAt: last }
}

const sorted = <Value>(map: ReadonlyMap<string, Value>) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))
const byId = (rows: readonly { exerciseId: string }[]) => new Map(rows.map((row) => [row.exerciseId, row]))

test("events in any order and any batches give the same progress, reviews and achievements", () => {
  fc.assert(
    fc.property(sent, ({ all, batches }) => {
      expect(receive(batches)).toEqual(receive([all]))
    }),
    { numRuns: 1000 },
  )
})

test("more events never take an achievement away or make it later", () => {
  fc.assert(
    fc.property(events, fc.nat(), (all, cut) => {
      const known = new Map(receive([all]).earned)
      for (const [code, time] of receive([all.slice(0, 1 + (cut % all.length))]).earned)
        expect(known.get(code)?.getTime()).toBeLessThanOrEqual(time.getTime())
    }),
  )
})
