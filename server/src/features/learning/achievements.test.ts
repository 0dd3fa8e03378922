import { ACHIEVEMENTS } from "@haitech/contract/achievements"
import type { LearningEvent } from "@haitech/contract/learning"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { answered, completed, lessonId, publishCourses } from "#testing-learning.ts"
import { publishAchievements } from "./service/achievements.ts"

let app: TestApp
let ada: Browser
beforeEach(async () => {
  app = await createTestApp()
  app.setNow(new Date("2026-01-31T12:00:00Z"))
  await publishCourses(app, [
    { slug: "go", category: "coding", lessons: 50 },
    { slug: "french", category: "languages", lessons: 1 },
    { slug: "spanish", category: "languages", lessons: 1 },
    { slug: "career", category: "cares", lessons: 1 },
  ])
  ada = await register(app, "ada")
})
afterEach(() => app.close())

const send = async (events: readonly LearningEvent[]) =>
  (await ada.send("POST", "/api/learning/events", { events })).json<{ earned: string[] }>().earned.toSorted()
const list = async (by = ada) => (await by.send("GET", "/api/user/achievements")).json()
const one = async (code: string) => (await list()).find((achievement: { code: string }) => achievement.code === code)

const go = (order: number) => lessonId("go", order)
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const day = (number: number) => new Date(Date.UTC(2026, 0, number, 15)).toISOString()
const [FRENCH, SPANISH, CAREER] = [lessonId("french", 1), lessonId("spanish", 1), lessonId("career", 1)]
const solved = (count: number) => numbers(count).map((order) => answered(go(order), "09:00"))
const program = (order: number) => answered(go(order), "09:00", { exerciseId: "hello" })
const wrong = (order: number) => answered(go(order), "08:00", { isCorrect: false })
const mended = (order: number) => [wrong(order), answered(go(order), "08:01")]
const reviewed = (number: number) => answered(go(number), "10:00", { isReview: true, isCorrect: false })

/** Events that are one too few, and the one that earns it. */
const CASES: Record<string, readonly [readonly LearningEvent[], LearningEvent]> = {
  first_steps: [[answered(go(1), "09:00")], completed(go(1), "09:07")],
  code_explorer: [[program(1), program(2)], program(3)],
  polyglot: [[completed(FRENCH, "09:00"), completed(go(1), "09:00")], completed(SPANISH, "09:00")],
  ten_lessons: [numbers(9).map((order) => completed(go(order), "09:00")), completed(go(10), "09:00")],
  fifty_lessons: [numbers(49).map((order) => completed(go(order), "09:00")), completed(CAREER, "09:00")],
  course_finished: [[completed(go(1), "09:00")], completed(FRENCH, "09:00")],
  three_courses: [[completed(FRENCH, "09:00"), completed(SPANISH, "09:00")], completed(CAREER, "09:00")],
  second_try: [[...numbers(4).flatMap(mended), wrong(5)], answered(go(5), "08:01")],
  good_memory: [numbers(19).map(reviewed), reviewed(20)],
  sharp_eye: [solved(24), answered(go(25), "09:00")],
  steady_week: [numbers(6).map((number) => answered(go(1), day(number))), answered(go(1), day(9))],
  steady_month: [numbers(29).map((number) => answered(go(1), day(number))), answered(go(1), day(30))],
  all_round: [[completed(go(1), "09:00"), completed(FRENCH, "09:00")], completed(CAREER, "09:00")],
  two_tongues: [[completed(go(1), "09:00")], { ...completed(go(1), "10:00"), language: "ht" }],
}

test("every achievement has a case", () => {
  expect(Object.keys(CASES).toSorted()).toEqual(ACHIEVEMENTS.map(({ code }) => code).toSorted())
})

test.each(Object.entries(CASES))("%s is earned by its last event and not before", async (code, [before, last]) => {
  expect(await send(before)).not.toContain(code)
  const { value, goal, unlockedAt, description } = await one(code)
  expect([value, unlockedAt]).toEqual([goal - 1, null])
  expect(await send([last])).toContain(code)
  expect(await one(code)).toMatchObject({ value: goal, goal, unlockedAt: expect.any(String) })
  expect((await one(code)).description).not.toBe(description)
})

test("a wrong answer after a right one mends nothing, and a program that fails does not count", async () => {
  await send([answered(go(1), "08:00"), answered(go(1), "08:01", { isCorrect: false })])
  await send([answered(go(1), "08:00", { exerciseId: "hello", isCorrect: false })])
  expect([(await one("second_try")).value, (await one("code_explorer")).value]).toEqual([0, 0])
})

test("an achievement has the time of the event that earned it, also if an earlier event comes later", async () => {
  expect(await send([completed(go(1), "10:00")])).toEqual(["first_steps"])
  expect(await send([completed(go(2), "09:00")])).toEqual([])
  expect((await one("first_steps")).unlockedAt).toBe("2026-01-01T09:00:00.000Z")
})

test("an earned achievement stays when its lesson is not published any more or loses its exercise", async () => {
  await send([1, 2, 3].map(program))
  await app.database.sql`update lesson_texts set blocks = '[]'`
  await app.database.sql`update lessons set is_published = false`
  await send([answered(go(1), "11:00", { exerciseId: "hello", isCorrect: false })])
  expect(await one("code_explorer")).toMatchObject({ value: 3, goal: 3, unlockedAt: "2026-01-01T09:00:00.000Z" })
})

test("the list has every achievement in the order of the contract, in the reader's language", async () => {
  const all = await list(openBrowser(app, { cookie: ada.cookie(), "accept-language": "fr" }))
  expect(all.map(({ code }: { code: string }) => code)).toEqual(ACHIEVEMENTS.map(({ code }) => code))
  expect(all[0]).toEqual({
    id: expect.any(String),
    code: "first_steps",
    title: "Premiers pas",
    description: "Termine ta première leçon.",
    category: null,
    iconUrl: null,
    value: 0,
    goal: 1,
    unlockedAt: null,
  })
})

test("two processes that start together store each achievement once, and a later start keeps what was earned", async () => {
  await send([completed(go(1), "10:00")])
  await app.database.sql`update achievements set title = 'Old'`
  await Promise.all([publishAchievements(app.deps), publishAchievements(app.deps)])
  const rows = await app.database.sql`select title, condition_value from achievements where code = 'first_steps'`
  expect(rows).toEqual([{ title: "First Steps", condition_value: 1 }])
  expect((await one("first_steps")).unlockedAt).not.toBeNull()
})
