import fc from "fast-check"
import { expect, test } from "vitest"
import { courseState } from "./course-state.ts"

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const DONE = { lessons: 3, completed: 3 }

test.each([
  ["a first completion has the day of the last lesson", null, 5, 5],
  ["a lesson that was added and completed later does not move the completion", 2, 5, 2],
  ["an earlier event that arrives later moves the completion to its day", 5, 2, 2],
])("%s", (_what, previous, last, expected) => {
  const state = courseState({
    ...DONE,
    lastCompletedAt: day(last),
    previouslyCompletedAt: previous === null ? null : day(previous),
  })
  expect(state).toEqual({ progressPercentage: 100, completedAt: day(expected) })
})

test("a completed course with a new lesson that is open stays completed on its day", () => {
  const figures = { lessons: 4, completed: 3, lastCompletedAt: day(5), previouslyCompletedAt: day(2) }
  expect(courseState(figures)).toEqual({ progressPercentage: 100, completedAt: day(2) })
})

test("the last days of a finished course give the same completion in any order", () => {
  const completionOf = (days: readonly number[]) =>
    days.reduce<Date | null>(
      (previous, number) =>
        courseState({ ...DONE, lastCompletedAt: day(number), previouslyCompletedAt: previous }).completedAt,
      null,
    )
  const days = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 })
  const orders = days.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
  fc.assert(
    fc.property(orders, ([all, shuffled]) => {
      expect(completionOf(shuffled)).toEqual(completionOf(all))
    }),
  )
})
