import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { courseFile, lessonFile, lessonMarkdown, loadTestCourses, PROGRAM } from "#testing-courses.ts"
import { exerciseResults } from "./table/events.ts"
import { userCourseProgress, userLessonProgress } from "./table.ts"

let app: TestApp
let ada: Browser
let ids: Readonly<Record<string, string>>
beforeEach(async () => {
  app = await createTestApp()
  ada = await signInAsAdmin(app, "ada")
  ids = await loadTestCourses(app, [courseFile(), courseFile({ slug: "french", category: "languages", position: 2 })])
})
afterEach(() => app.close())

const idOf = (name: string) => ids[name] ?? ""
const get = async (url: string) => (await ada.send("GET", url)).json()
const auditOf = async (name: string) =>
  (await ada.send("GET", `/api/admin/audit?about=${idOf(name)}`)).json<{ action: string; subject: string }[]>()

interface Reader {
  readonly position?: string
  readonly isCompleted?: boolean
  /** Whether the first try was right, by exercise. */
  readonly answers?: Readonly<Record<string, boolean>>
}

/** A learner who has read `python/hello`. */
async function addReader(name: string, { position, isCompleted = false, answers = {} }: Reader): Promise<void> {
  const { db } = app.deps
  const { id: userId } = await register(app, name)
  const lesson = { userId, lessonId: idOf("python/hello"), courseId: idOf("python") }
  const completedAt = isCompleted ? new Date() : null
  await db.insert(userCourseProgress).values({ userId, courseId: idOf("python"), completedAt })
  await db.insert(userLessonProgress).values({ ...lesson, position: position ?? null, isCompleted, completedAt })
  for (const [exerciseId, isFirstTryCorrect] of Object.entries(answers))
    await db.insert(exerciseResults).values({ ...lesson, exerciseId, tries: 2, isCorrect: true, isFirstTryCorrect })
}

test("the list of courses counts learners, completions and lessons", async () => {
  await addReader("rose", { isCompleted: true })
  await addReader("jean", {})
  const courses = await get("/api/admin/courses")
  expect(courses).toMatchObject([
    { id: idOf("python"), slug: "python", learners: 2, completed: 1, lessonCount: 2, isPublished: true },
    { slug: "french", learners: 0, completed: 0, lessonCount: 2 },
  ])
  expect(courses[0].coverage).toEqual([
    { language: "en", ready: 2, outdated: 0, missing: 0, edited: 0 },
    ...["fr", "ht", "es"].map((language) => ({ language, ready: 0, outdated: 0, missing: 2, edited: 0 })),
  ])
})

test("the list of courses counts learners and completions up to the limit of every list", async () => {
  await app.database.sql`insert into users (id, email, username, password_hash)
    select gen_random_uuid(), 'learner' || n || '@example.org', 'learner' || n, 'x' from generate_series(1, 1002) n`
  await app.database.sql`insert into user_course_progress (id, user_id, course_id, completed_at)
    select gen_random_uuid(), id, ${idOf("python")}, now() from users where username ~ 'learner[0-9]'`
  expect(await get("/api/admin/courses?category=coding")).toMatchObject([{ learners: 1001, completed: 1001 }])
})

test("the list of courses searches, filters, sorts and pages like every list", async () => {
  const slugs = async (query: string) => {
    const response = await ada.send("GET", `/api/admin/courses?${query}`)
    return [response.json().map(({ slug }: { slug: string }) => slug), response.headers["x-total-count"]]
  }
  expect(await slugs("category=languages")).toEqual([["french"], "1"])
  expect(await slugs("q=PYTHON")).toEqual([["python", "french"], "2"])
  expect(await slugs("sort=newest")).toEqual([["french", "python"], "2"])
  const first = await ada.send("GET", "/api/admin/courses?limit=1")
  const [, next = ""] = /<(.*)>/.exec(String(first.headers["link"])) ?? []
  expect((await get(next)).map(({ slug }: { slug: string }) => slug)).toEqual(["french"])
  expect((await ada.send("GET", "/api/admin/courses?other=1")).statusCode).toBe(400)
})

test("a course shows who opened and completed a lesson, where readers stop and what they find hard", async () => {
  const two = { "last-price": false, "first-price": false }
  await addReader("rose", { isCompleted: true, position: "block-9", answers: { ...two, "first-price": true } })
  await addReader("jean", { position: "block-2", answers: { ...two, "first-price": true } })
  await addReader("marie", { position: "block-2", answers: two })
  await addReader("paul", { position: "block-4" })
  await addReader("luc", {})
  const { lessons } = await get(`/api/admin/courses/${idOf("python")}`)
  expect(lessons).toMatchObject([
    {
      id: idOf("python/hello"),
      slug: "hello",
      opened: 5,
      completed: 1,
      stops: [
        { position: "block-2", learners: 2 },
        { position: "block-4", learners: 1 },
      ],
      hardest: { exerciseId: "last-price", failed: 3, learners: 3 },
    },
    { slug: "names", kind: "code", opened: 0, completed: 0, stops: [], hardest: null },
  ])
})

test("words that were never answered and exercises that everybody could are not the hardest", async () => {
  await addReader("rose", { answers: { easy: true } })
  const [reader] = await app.deps.db.select().from(userLessonProgress)
  if (!reader) throw new Error("no reader")
  const { userId, lessonId, courseId } = reader
  await app.deps.db.insert(exerciseResults).values({ userId, lessonId, courseId, exerciseId: "word-mango" })
  expect((await get(`/api/admin/courses/${courseId}`)).lessons[0].hardest).toBeNull()
})

test("a course shows for each lesson and language whether the text is missing, outdated, edited or a draft", async () => {
  const en = lessonMarkdown("names", PROGRAM)
  const stamped = (title: string, version: string) =>
    lessonMarkdown(title, PROGRAM).replace("part: 1\n", `part: 1\nsource: "${version}"\n`)
  const english = lessonFile("names", 1, { en }).texts.en?.version ?? ""
  const texts = { en, fr: stamped("noms", english), ht: stamped("non", "000000000000") }
  ids = await loadTestCourses(app, [courseFile({ lessons: [lessonFile("names", 1, texts)] })])
  await app.database.sql`update lesson_texts set version = 'edited' where language = 'ht'`
  await ada.send("PUT", `/api/admin/lessons/${idOf("python/names")}/texts/es/draft`, { content: "Nombres" })
  const { lessons, coverage } = await get(`/api/admin/courses/${idOf("python")}`)
  expect(lessons.find(({ slug }: { slug: string }) => slug === "names").texts).toEqual([
    { language: "en", state: "ready", isEdited: false, hasDraft: false },
    { language: "fr", state: "ready", isEdited: false, hasDraft: false },
    { language: "ht", state: "outdated", isEdited: true, hasDraft: false },
    { language: "es", state: "missing", isEdited: false, hasDraft: true },
  ])
  expect(coverage[2]).toEqual({ language: "ht", ready: 0, outdated: 1, missing: 0, edited: 1 })
})

test.each([
  ["course", "python", "Python (en)", "/api/admin/courses"],
  ["lesson", "python/hello", "hello", "/api/admin/lessons"],
])(
  "an administrator unpublishes and publishes a %s, and each change is in the audit log once",
  async (kind, name, subject, url) => {
    const change = (isPublished: boolean) => ada.send("PATCH", `${url}/${idOf(name)}`, { isPublished })
    const isPublic = async () => {
      const course = (await app.send({ method: "GET", url: `/api/courses/${idOf("python")}` })).json()
      return kind === "course" ? course.code === undefined : course.lessons.length === 2
    }
    expect((await change(false)).json()).toEqual({ id: idOf(name), isPublished: false })
    expect(await isPublic()).toBe(false)
    await change(false)
    await change(true)
    expect(await isPublic()).toBe(true)
    expect(await auditOf(name)).toMatchObject([
      { action: `${kind}.published`, subject },
      { action: `${kind}.unpublished`, subject },
    ])
  },
)

test.each([
  ["GET", "/api/admin/courses", undefined, "course.unknown"],
  ["PATCH", "/api/admin/courses", { isPublished: true }, "course.unknown"],
  ["PATCH", "/api/admin/lessons", { isPublished: true }, "lesson.unknown"],
] as const)("%s %s/<unknown> is 404", async (method, url, body, code) => {
  const response = await ada.send(method, `${url}/0198c0de-0000-7000-8000-000000000000`, body)
  expect([response.statusCode, response.json().code]).toEqual([404, code])
})

test("a lesson that is unpublished no longer counts for the progress of the course's learners", async () => {
  await addReader("rose", { isCompleted: true })
  await app.deps.db.update(userCourseProgress).set({ completedAt: null, progressPercentage: 50 })
  const progress = async () => (await app.deps.db.select().from(userCourseProgress))[0]?.progressPercentage
  await ada.send("PATCH", `/api/admin/lessons/${idOf("python/names")}`, { isPublished: false })
  expect(await progress()).toBe(100)
})
