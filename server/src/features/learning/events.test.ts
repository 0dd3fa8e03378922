import type { LearningEvent } from "@haitech/contract/learning"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest"
import { type Browser, createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { answered, completed, idOf, lessonId, publishCourses, read } from "#testing-learning.ts"
import { recomputeCourse } from "./service/course-progress.ts"
import { lessons } from "./table.ts"

const GO1 = lessonId("go", 1)
const GO2 = lessonId("go", 2)

let app: TestApp
let ada: Browser
beforeEach(async () => {
  app = await createTestApp()
  app.setNow(new Date("2026-02-01T12:00:00Z"))
  await publishCourses(app, [
    { slug: "go", category: "coding", lessons: 3 },
    { slug: "french", category: "languages", lessons: 1 },
  ])
  ada = await register(app, "ada")
})
afterEach(() => app.close())

const send = (events: readonly LearningEvent[], by = ada) => by.send("POST", "/api/learning/events", { events })
const progressOf = async (lesson: string, by = ada) => (await by.send("GET", `/api/lessons/${lesson}/progress`)).json()
const coursesOf = async (by = ada) => (await by.send("GET", "/api/user/progress")).json()

test("events of a lesson become progress in it and in its course", async () => {
  const response = await send([
    read(GO1, "09:00", "text-1"),
    answered(GO1, "09:04", { isCorrect: false }),
    answered(GO1, "09:05"),
    read(GO1, "09:06", "text-2"),
    completed(GO1, "09:07"),
  ])
  expect([response.statusCode, response.json().stored.length]).toEqual([200, 5])
  expect(response.json().earned).toEqual(["first_steps"])
  expect(await progressOf(GO1)).toEqual({
    lessonId: GO1,
    courseId: idOf("go"),
    isCompleted: true,
    completedAt: "2026-01-01T09:07:00.000Z",
    watchTime: 300,
    position: "text-2",
    lastReadAt: "2026-01-01T09:07:00.000Z",
    exercises: [
      { exerciseId: "greeting", tries: 2, isCorrect: true },
      { exerciseId: "word-le-pain", tries: 0, isCorrect: false },
      { exerciseId: "word-le-riz", tries: 0, isCorrect: false },
    ],
  })
  expect(await coursesOf()).toEqual([
    {
      courseId: idOf("go"),
      progressPercentage: "33",
      enrolledAt: "2026-01-01T09:00:00.000Z",
      completedAt: null,
      lastAccessedAt: "2026-01-01T09:07:00.000Z",
    },
  ])
})

test("an event that is sent again counts once", async () => {
  const events = [completed(GO1, "09:07"), answered(GO1, "09:05", { isCorrect: false })]
  const [first, second] = [await send(events), await send([...events, ...events])]
  expect(first.json().earned).toEqual(["first_steps"])
  expect([second.statusCode, new Set(second.json().stored)]).toEqual([200, new Set(events.map(({ id }) => id))])
  expect(second.json().earned).toEqual([])
  expect((await progressOf(GO1)).exercises[0].tries).toBe(1)
})

test("a full batch of the longest events fits into one request", async () => {
  const events = Array.from({ length: 50 }, (_, index) => answered(GO1, "09:07", { exerciseId: `e${index + 10}` }))
  expect((await send(events)).json().stored).toHaveLength(50)
})

test("an event of an unknown lesson is left out, and so is its id", async () => {
  const known = completed(GO1, "09:07")
  const response = await send([completed(idOf("nowhere"), "09:00"), known])
  expect([response.statusCode, response.json().stored]).toEqual([200, [known.id]])
})

test("an event of the future counts as now", async () => {
  await send([completed(GO1, "2030-01-01T00:00:00.000Z")])
  expect((await progressOf(GO1)).completedAt).toBe("2026-02-01T12:00:00.000Z")
})

test("of two devices that finish a lesson the earliest time and the longest reading count", async () => {
  await send([completed(GO1, "10:00", 700)])
  await send([completed(GO1, "09:00", 200)])
  expect(await progressOf(GO1)).toMatchObject({ completedAt: "2026-01-01T09:00:00.000Z", watchTime: 700 })
})

test("the same id of two members is two events", async () => {
  const eve = await register(app, "eve")
  await send([completed(GO1, "09:07")])
  await send([completed(GO1, "09:07")], eve)
  expect([(await progressOf(GO1)).isCompleted, (await progressOf(GO1, eve)).isCompleted]).toEqual([true, true])
})

test("a course with all lessons completed is completed, and stays so when a lesson is added", async () => {
  const all = [1, 2, 3].map((order) => completed(lessonId("go", order), `09:0${order}`))
  const response = await send(all)
  expect(new Set(response.json().earned)).toEqual(new Set(["first_steps", "course_finished"]))
  const complete = { progressPercentage: "100", completedAt: "2026-01-01T09:03:00.000Z" }
  expect(await coursesOf()).toMatchObject([complete])
  await app.database.sql`insert into lessons (id, course_id, title) values (gen_random_uuid(), ${idOf("go")}, 'New')`
  await send([read(GO1, "11:00", "text-1")])
  expect(await coursesOf()).toMatchObject([complete])
  const [added] = await app.database.sql<{ id: string }[]>`select id from lessons where title = 'New'`
  await send([completed(added?.id ?? "", "2026-01-20T09:00:00.000Z")])
  expect(await coursesOf()).toMatchObject([complete])
})

test("an answer to an exercise that no text of the lesson has is stored, but has no result", async () => {
  await app.database.sql`insert into lesson_texts (lesson_id, language, title, goal, minutes, content, blocks, version)
    select lesson_id, 'fr', title, goal, minutes, content, replace(blocks::text, 'greeting', 'salut')::jsonb, version
    from lesson_texts where lesson_id = ${GO1}`
  const ids = ["greeting", "salut", "hello", "word-le-riz", "invented", "word-invented"]
  const response = await send(ids.map((exerciseId) => answered(GO1, "09:00", { exerciseId, isCorrect: false })))
  expect(response.json().stored).toHaveLength(ids.length)
  const { exercises } = await progressOf(GO1)
  expect(exercises.map(({ exerciseId }: { exerciseId: string }) => exerciseId)).toEqual([
    "greeting",
    "hello",
    "salut",
    "word-le-riz",
  ])
})

test("lessons that are not published do not count", async () => {
  await app.database.sql`update lessons set is_published = false where id = ${GO2}`
  await send([completed(GO1, "09:07"), completed(GO2, "09:08")])
  expect(await coursesOf()).toMatchObject([{ progressPercentage: "50" }])
})

test("a hundred simultaneous completions of one lesson count once", async () => {
  const events = Array.from({ length: 100 }, (_, index) => completed(GO1, "09:07", index + 1))
  const ids = events.map((event, index) => ({ ...event, id: idOf(`completion ${index}`) }))
  const responses = await Promise.all(ids.map((event) => send([event])))
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(responses.flatMap((response) => response.json().earned)).toEqual(["first_steps"])
  expect(await progressOf(GO1)).toMatchObject({ isCompleted: true, watchTime: 100 })
  expect(await coursesOf()).toMatchObject([{ progressPercentage: "33" }])
})

test("a completion without an id of a device is the same one when it is sent again", async () => {
  const complete = () => ada.send("PUT", `/api/lessons/${GO1}/progress`, { isCompleted: true, watchTime: 60 })
  const [first, second] = [await complete(), await complete()]
  expect([first.statusCode, first.json()]).toEqual([200, second.json()])
  expect(first.json()).toMatchObject({ isCompleted: true, watchTime: 60, completedAt: "2026-02-01T12:00:00.000Z" })
  expect(await app.database.sql`select from learning_events`).toHaveLength(1)
})

test.each([
  ["PUT", `/api/lessons/${idOf("nowhere")}/progress`, { isCompleted: true }, "lesson.unknown"],
  ["GET", `/api/lessons/${idOf("nowhere")}/progress`, undefined, "lesson.unknown"],
  ["POST", `/api/courses/${idOf("nowhere")}/enrol`, {}, "course.unknown"],
] as const)("%s %s is refused", async (method, url, body, code) => {
  const response = await ada.send(method, url, body)
  expect([response.statusCode, response.json().code]).toEqual([404, code])
})

test("a lesson cannot be made incomplete", async () => {
  const response = await ada.send("PUT", `/api/lessons/${GO1}/progress`, { isCompleted: false })
  expect(response.statusCode).toBe(400)
})

test("a lesson that was not opened has no progress", async () => {
  expect(await progressOf(GO1)).toMatchObject({ isCompleted: false, position: null, lastReadAt: null, exercises: [] })
})

test("an enrolment is stored once, before and after the first lesson", async () => {
  const enrol = () => ada.send("POST", `/api/courses/${idOf("go")}/enrol`, {})
  const [first, second] = await Promise.all([enrol(), enrol()])
  expect([first.statusCode, first.json()]).toEqual([201, second.json()])
  expect(first.json()).toMatchObject({ progressPercentage: "0", enrolledAt: "2026-02-01T12:00:00.000Z" })
  await send([completed(GO1, "09:07")])
  expect((await enrol()).json()).toMatchObject({ progressPercentage: "33", enrolledAt: "2026-01-01T09:07:00.000Z" })
})

test("a course that is not published takes no enrolment", async () => {
  await app.database.sql`update courses set is_published = false`
  expect((await ada.send("POST", `/api/courses/${idOf("go")}/enrol`, {})).statusCode).toBe(404)
})

test("the progress in a course lists its opened lessons", async () => {
  await send([read(GO1, "09:00", "text-1"), completed(GO2, "09:07"), completed(lessonId("french", 1), "10:00")])
  const rows = (await ada.send("GET", `/api/courses/${idOf("go")}/progress`)).json<{ lessonId: string }[]>()
  expect(new Set(rows.map((row) => row.lessonId))).toEqual(new Set([GO1, GO2]))
})

test("a lesson that is published later, or not any more, changes the progress of all learners", async () => {
  const eve = await register(app, "eve")
  await send([completed(GO1, "09:07")])
  await send([completed(GO1, "09:07"), completed(GO2, "09:08")], eve)
  const publish = (isPublished: boolean) =>
    app.deps.db.transaction(async (tx) => {
      await tx
        .update(lessons)
        .set({ isPublished })
        .where(eq(lessons.id, lessonId("go", 3)))
      await recomputeCourse(tx, idOf("go"))
    })
  await publish(false)
  expect([await coursesOf(), await coursesOf(eve)]).toMatchObject([
    [{ progressPercentage: "50" }],
    [{ progressPercentage: "100", completedAt: "2026-01-01T09:08:00.000Z" }],
  ])
  await publish(true)
  expect([await coursesOf(), await coursesOf(eve)]).toMatchObject([
    [{ progressPercentage: "33" }],
    [{ progressPercentage: "100", completedAt: "2026-01-01T09:08:00.000Z" }],
  ])
})

test("a member sends at most 1,200 batches an hour", async () => {
  const limited = await createTestApp({ rateLimits: true })
  onTestFinished(() => limited.close())
  await publishCourses(limited, [{ slug: "go", category: "coding", lessons: 1 }])
  const eve = await register(limited, "eve")
  const rule = { name: "learning.events", limit: 1200, windowSeconds: 3600 }
  for (let count = 1; count < rule.limit; count++) await limited.deps.limiter.count(rule, eve.id)
  expect((await send([completed(GO1, "09:07")], eve)).statusCode).toBe(200)
  const refused = await send([completed(GO1, "09:08")], eve)
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "3600"])
})

test("a member sends at most 20,000 events a day, and weeks without a network arrive at once", async () => {
  const limited = await createTestApp({ rateLimits: true })
  onTestFinished(() => limited.close())
  await publishCourses(limited, [{ slug: "go", category: "coding", lessons: 1 }])
  const eve = await register(limited, "eve")
  const batches = Array.from({ length: 100 }, (_, batch) =>
    Array.from({ length: 50 }, (_, at) => answered(GO1, "09:07", { exerciseId: `e${batch}-${at}` })),
  )
  for (const batch of batches) expect((await send(batch, eve)).statusCode).toBe(200)
  const rule = { name: "learning.events_day", limit: 20_000, windowSeconds: 86_400 }
  await limited.deps.limiter.take(rule, eve.id, 14_999)
  expect((await send([completed(GO1, "09:07")], eve)).statusCode).toBe(200)
  const refused = await send([completed(GO1, "09:08")], eve)
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "86400"])
})

test.each([
  ["no events", []],
  [
    "more than fifty",
    Array.from({ length: 51 }, (_, index) => answered(GO1, "09:07", { exerciseId: `e${index + 10}` })),
  ],
  ["a position that is no id", [read(GO1, "09:00", "Text 1")]],
  ["an exercise without an id", [answered(GO1, "09:00", { exerciseId: "" })]],
  ["a time in the year 0", [completed(GO1, "0000-06-01T00:00:00.000Z")]],
  ["more than four hours in a lesson", [completed(GO1, "09:07", 14_401)]],
])("a batch with %s is refused, and nothing of it is stored", async (_, events) => {
  expect((await send(events)).statusCode).toBe(400)
  expect(await app.database.sql`select from learning_events`).toEqual([])
})

test("one member does not see another member's progress", async () => {
  await send([completed(GO1, "09:07")])
  const eve = await register(app, "eve")
  expect([await coursesOf(eve), (await progressOf(GO1, eve)).isCompleted]).toEqual([[], false])
  expect((await send([completed(GO1, "09:07")], openBrowser(app))).statusCode).toBe(401)
})
