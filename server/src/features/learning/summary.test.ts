import type { LearningEvent } from "@haitech/contract/learning"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, register, signInAs, type TestApp } from "#testing.ts"
import { answered, completed, idOf, lessonId, publishCourses, read } from "#testing-learning.ts"
import { countDueReviews } from "./queries/reviews.ts"

const [GO1, GO2, GO3] = [lessonId("go", 1), lessonId("go", 2), lessonId("go", 3)]
const FRENCH1 = lessonId("french", 1)

let app: TestApp
let ada: Browser
let adaId: string
beforeEach(async () => {
  app = await createTestApp()
  app.setNow(new Date("2026-01-01T12:00:00Z"))
  await publishCourses(app, [
    { slug: "go", category: "coding", lessons: 3 },
    { slug: "french", category: "languages", lessons: 1 },
  ])
  const member = await register(app, "ada")
  ada = member
  adaId = member.id
})
afterEach(() => app.close())

/** A session ends before some of these times. */
async function travelTo(time: Date | string): Promise<void> {
  app.setNow(new Date(time))
  ada = await signInAs(app, adaId, "member")
}

const send = (events: readonly LearningEvent[]) => ada.send("POST", "/api/learning/events", { events })
const summary = async () => (await ada.send("GET", "/api/learning/summary")).json()
const reviews = async (by = ada) => (await by.send("GET", "/api/learning/reviews")).json()
const nextIs = async () => {
  const { next } = await summary()
  return next && [next.courseSlug, next.lessonNumber]
}

test("a new member begins with a course of their programs", async () => {
  await ada.send("PATCH", "/api/user/profile", { programs: ["mentorship", "languages"] })
  expect(await nextIs()).toEqual(["french", 1])
})

test("a new member begins with the first lesson of the first course", async () => {
  const { week, ...figures } = await summary()
  expect(figures).toEqual({
    next: {
      courseId: idOf("go"),
      courseSlug: "go",
      courseTitle: "Course go",
      category: "coding",
      lessonSlug: "lesson-1",
      lessonTitle: "Lesson 1",
      lessonNumber: 1,
      lessonCount: 3,
      completedLessons: 0,
      minutes: 9,
      language: "en",
      position: null,
    },
    dueReviews: 0,
    completedLessons: 0,
    completedCourses: 0,
    seconds: 0,
  })
  expect(week).toHaveLength(7)
})

test("the next lesson is the one that was read last, where the reader stopped", async () => {
  await send([completed(FRENCH1, "08:00"), read(GO1, "09:00", "text-1"), read(GO2, "09:10", "text-4")])
  expect((await summary()).next).toMatchObject({ courseSlug: "go", lessonNumber: 2, position: "text-4" })
})

test("after a completed lesson comes the next one that is open, then the first that is open", async () => {
  await send([completed(GO2, "09:00")])
  expect(await nextIs()).toEqual(["go", 3])
  await send([completed(GO3, "09:10")])
  expect(await nextIs()).toEqual(["go", 1])
})

test("after a completed course comes the other one, and after all of them nothing", async () => {
  await send([GO1, GO2, GO3].map((lesson, index) => completed(lesson, `09:0${index}`)))
  expect(await nextIs()).toEqual(["french", 1])
  await send([completed(FRENCH1, "10:00")])
  expect(await summary()).toMatchObject({ next: null, completedLessons: 4, completedCourses: 2, seconds: 1200 })
})

test("an enrolment decides between courses", async () => {
  await ada.send("POST", `/api/courses/${idOf("french")}/enrol`, {})
  expect(await nextIs()).toEqual(["french", 1])
})

test("lessons and courses that are not published are not next", async () => {
  await app.database.sql`update lessons set is_published = false where id = ${GO1}`
  expect((await summary()).next).toMatchObject({ lessonSlug: "lesson-2", lessonNumber: 1, lessonCount: 2 })
  await app.database.sql`update courses set is_published = false where id = ${idOf("go")}`
  expect(await nextIs()).toEqual(["french", 1])
})

test("the week counts finished lessons and answers by the days of the site's time zone", async () => {
  await send([
    completed(GO1, "2025-12-25T12:00:00.000Z"),
    completed(GO2, "2025-12-27T03:00:00.000Z"),
    answered(GO2, "2025-12-27T02:59:00.000Z"),
    answered(GO2, "2025-12-27T02:59:30.000Z", { exerciseId: "other" }),
    completed(GO3, "2026-01-01T11:00:00.000Z"),
  ])
  expect((await summary()).week).toEqual([
    { date: "2025-12-26", lessons: 1, answers: 2 },
    ...["2025-12-27", "2025-12-28", "2025-12-29", "2025-12-30", "2025-12-31"].map((date) => ({
      date,
      lessons: 0,
      answers: 0,
    })),
    { date: "2026-01-01", lessons: 1, answers: 0 },
  ])
})

test("a wrong answer comes back after a day, and after a right one three and seven days later", async () => {
  const day = (days: number) => new Date(Date.parse("2026-01-01T09:00:00Z") + days * 86_400_000)
  const dueOn = async (days: number) => {
    await travelTo(day(days))
    return (await reviews()).map(({ exercise }: { exercise: { id: string } }) => exercise.id)
  }
  const review = (days: number) => send([answered(GO1, day(days).toISOString(), { isReview: true })])
  await send([answered(GO1, "09:00", { isCorrect: false }), answered(GO1, "09:01")])
  expect([await dueOn(0.9), await dueOn(1)]).toEqual([[], ["greeting"]])
  await review(1)
  expect([await dueOn(3.9), await dueOn(4)]).toEqual([[], ["greeting"]])
  await review(4)
  expect([await dueOn(10.9), await dueOn(11)]).toEqual([[], ["greeting"]])
  await review(11)
  expect([await dueOn(18), (await dueOn(365)).length]).toEqual([[], 1])
  await send([answered(GO1, day(365).toISOString(), { isReview: true, isCorrect: false })])
  expect([await dueOn(365.9), await dueOn(366)]).toEqual([[], ["greeting"]])
})

test("a right answer and a program are not reviewed", async () => {
  await send([answered(GO1, "09:00"), answered(GO1, "09:01", { exerciseId: "hello", isCorrect: false })])
  await travelTo("2026-02-01T12:00:00Z")
  expect([await reviews(), (await summary()).dueReviews]).toEqual([[], 0])
})

test("the words of a completed lesson are asked a day later", async () => {
  await send([completed(GO1, "09:00")])
  expect(await reviews()).toEqual([])
  await travelTo("2026-01-02T09:00:00Z")
  const lesson = { lessonId: GO1, lessonTitle: "Lesson 1", courseSlug: "go", lessonSlug: "lesson-1", language: "en" }
  const word = { ...lesson, dueAt: "2026-01-02T09:00:00.000Z" }
  expect(await reviews()).toEqual([
    {
      ...word,
      exercise: {
        id: "word-le-pain",
        type: "answer",
        question: "How do you say this in French? **the bread**",
        hints: [],
        accept: ["le pain", "pain"],
      },
    },
    {
      ...word,
      exercise: {
        id: "word-le-riz",
        type: "answer",
        question: "How do you say this in French? **the rice**",
        hints: [],
        accept: ["le riz"],
        explanation: ":fr[Le riz est bon.] = The rice is good.",
      },
    },
  ])
  expect((await summary()).dueReviews).toBe(2)
})

test("an exercise that an edit took out of its lesson, or whose lesson is not published, is not due", async () => {
  await send([completed(GO1, "09:00"), answered(GO2, "09:00", { isCorrect: false })])
  await travelTo("2026-01-03T12:00:00Z")
  await app.database
    .sql`update lesson_texts set blocks = '[{"kind":"text","markdown":"Read."}]' where lesson_id = ${GO1}`
  expect([(await reviews()).length, (await summary()).dueReviews]).toEqual([1, 1])
  await app.database.sql`update lessons set is_published = false where id = ${GO2}`
  expect([await reviews(), (await summary()).dueReviews]).toEqual([[], 0])
})

test("a review is in the reader's language where the lesson has a text in it", async () => {
  await app.database.sql`insert into lesson_texts (lesson_id, language, title, goal, minutes, content, blocks, version)
    select lesson_id, 'ht', 'Leson 1', goal, minutes, content, blocks, version from lesson_texts where lesson_id = ${GO1}`
  await send([completed(GO1, "09:00")])
  await travelTo("2026-01-02T09:00:00Z")
  const [first] = await reviews(openBrowser(app, { cookie: ada.cookie(), "accept-language": "ht" }))
  expect(first).toMatchObject({
    language: "ht",
    lessonTitle: "Leson 1",
    exercise: { question: "Kijan ou di sa an franse? **the bread**" },
  })
})

test("ten exercises are reviewed at once, the oldest first", async () => {
  const wrong = Array.from({ length: 6 }, (_, index) => completed(lessonId("many", index + 1), `09:0${index}`))
  await publishCourses(app, [{ slug: "many", category: "cares", lessons: 6 }])
  await send(wrong)
  await travelTo("2026-01-03T12:00:00Z")
  const due = await reviews()
  expect([due.length, due[0].lessonTitle, due[9].lessonTitle]).toEqual([10, "Lesson 1", "Lesson 5"])
  expect((await summary()).dueReviews).toBe(10)
  const all = { userId: adaId, now: new Date("2026-01-03T12:00:00Z"), language: "en" } as const
  expect([await countDueReviews(app.deps.db, all, 10), await countDueReviews(app.deps.db, all, 99)]).toEqual([10, 12])
})
