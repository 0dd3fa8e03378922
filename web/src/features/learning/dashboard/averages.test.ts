import type { Course } from "@haitech/contract/courses"
import { expect, test } from "vitest"
import { averageOf } from "./averages.ts"

const id = (name: string) => name as Course["id"]
const COURSES = [
  { id: id("python"), category: "coding" },
  { id: id("javascript"), category: "coding" },
  { id: id("html"), category: "coding" },
  { id: id("french"), category: "languages" },
] as const

test("spec §4: the mean counts 0 for courses without a record and is rounded", () => {
  const progress = [
    { courseId: id("python"), progressPercentage: "67" },
    { courseId: id("javascript"), progressPercentage: "34" },
    { courseId: id("french"), progressPercentage: "42" },
  ]
  expect(averageOf("coding", COURSES, progress)).toBe(34)
  expect(averageOf("languages", COURSES, progress)).toBe(42)
})

test("a category without courses or without records is at 0", () => {
  expect(averageOf("cares", COURSES, [])).toBe(0)
  expect(averageOf("coding", COURSES, [])).toBe(0)
})

test("records of courses that are no longer published do not count", () => {
  expect(averageOf("languages", COURSES, [{ courseId: id("hidden"), progressPercentage: "100" }])).toBe(0)
})
