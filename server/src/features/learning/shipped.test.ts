import { randomUUID } from "node:crypto"
import { asc, eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { claimState } from "#platform/content/starter.ts"
import { createTestApp, register, type TestApp } from "#testing.ts"
import { CHOICE, courseFile, lessonFile, lessonMarkdown, loadTestCourses, PROGRAM } from "#testing-courses.ts"
import { loadCourses, loadShippedCourses } from "./service/shipped.ts"
import { courseTexts, lessonTexts } from "./table/texts.ts"
import { courses, lessons } from "./table.ts"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

async function stored() {
  const { db } = app.deps
  return {
    courses: await db.select().from(courses).orderBy(asc(courses.slug)),
    lessons: await db.select().from(lessons).orderBy(asc(lessons.slug)),
    courseTexts: await db.select().from(courseTexts).orderBy(asc(courseTexts.language)),
    texts: await db.select().from(lessonTexts).orderBy(asc(lessonTexts.title)),
  }
}

const withHello = (texts: Parameters<typeof lessonFile>[2]) =>
  courseFile({ lessons: [lessonFile("hello", 1, texts), lessonFile("names", 2)] })

test("loading the same courses again changes nothing", async () => {
  await loadTestCourses(app)
  const before = await stored()
  await loadTestCourses(app)
  expect(await stored()).toEqual(before)
  expect(before.lessons.map(({ title, kind, duration }) => [title, kind, duration])).toEqual([
    ["hello", "text", 8],
    ["names", "code", 8],
  ])
})

test("ten processes that start together store each course once", async () => {
  await Promise.all(Array.from({ length: 10 }, () => loadCourses(app.deps, [courseFile()])))
  const { courses: rows, lessons: lessonRows, texts } = await stored()
  expect([rows.length, lessonRows.length, texts.length]).toEqual([1, 2, 2])
})

test("the new version of a file replaces the text, and the lesson keeps its id", async () => {
  const ids = await loadTestCourses(app, [withHello({ en: lessonMarkdown("Old") })])
  expect(await loadTestCourses(app, [withHello({ en: lessonMarkdown("New", PROGRAM) })])).toEqual(ids)
  const {
    lessons: [lesson],
    texts,
  } = await stored()
  expect(lesson).toMatchObject({ id: ids["python/hello"], title: "New", kind: "code" })
  expect(texts[0]).toMatchObject({ title: "New", version: texts[0]?.shippedVersion })
  expect(texts[0]?.content).toBe(lesson?.content)
})

test("the new version of a file does not replace a text that was edited on the site", async () => {
  await loadTestCourses(app, [withHello({ en: lessonMarkdown("Old") })])
  await app.deps.db.update(lessonTexts).set({ title: "Edited", version: "edited" })
  await loadTestCourses(app, [withHello({ en: lessonMarkdown("New", PROGRAM) })])
  const {
    texts,
    lessons: [lesson],
  } = await stored()
  expect(texts.map(({ title }) => title)).toEqual(["Edited", "Edited"])
  expect(lesson).toMatchObject({ kind: "text" })
})

test("a new stamp of a translation is stored, although its text is the same", async () => {
  const ht = lessonMarkdown("Bonjou")
  const stamped = (version: string) => ht.replace("part: 1\n", `part: 1\nsource: "${version}"\n`)
  for (const version of ["000000000000", "111111111111"])
    await loadTestCourses(app, [withHello({ en: lessonMarkdown("Hello"), ht: stamped(version) })])
  const { texts } = await stored()
  expect(texts.map(({ sourceVersion }) => sourceVersion)).toContain("111111111111")
})

test("a lesson whose file is gone is unpublished, and published again when the file is back", async () => {
  const isPublished = async () => (await stored()).lessons.map((lesson) => [lesson.slug, lesson.isPublished])
  const one = courseFile({ lessons: [lessonFile("hello", 1)] })
  const ids = await loadTestCourses(app)
  await loadTestCourses(app, [one])
  expect(await isPublished()).toEqual([
    ["hello", true],
    ["names", false],
  ])
  expect(await loadTestCourses(app)).toEqual(ids)
  expect(await isPublished()).toEqual([
    ["hello", true],
    ["names", true],
  ])
})

test("a lesson and a course that an administrator unpublished stay so", async () => {
  await loadTestCourses(app)
  await app.deps.db.update(lessons).set({ isPublished: false })
  await app.deps.db.update(courses).set({ isPublished: false })
  await loadTestCourses(app, [courseFile({ position: 3, lessons: [lessonFile("hello", 7), lessonFile("names", 8)] })])
  const rows = await stored()
  expect([...rows.courses, ...rows.lessons].map((row) => row.isPublished)).toEqual([false, false, false])
  expect([rows.courses[0]?.position, rows.lessons[0]?.order]).toEqual([3, 7])
})

test("a lesson of an earlier release that an administrator published again stays published", async () => {
  const one = [courseFile({ lessons: [lessonFile("hello", 1)] })]
  await loadTestCourses(app)
  await loadTestCourses(app, one)
  await app.deps.db.update(lessons).set({ isPublished: true })
  await loadTestCourses(app, one)
  expect((await stored()).lessons.every((lesson) => lesson.isPublished)).toBe(true)
})

test("a course that is gone is unpublished; courses that no file made are not touched", async () => {
  await app.deps.db.insert(courses).values({ title: "Another", category: "cares", slug: "another" })
  await loadTestCourses(app)
  await loadTestCourses(app, [])
  const { courses: rows } = await stored()
  expect(rows.map(({ slug, isPublished }) => [slug, isPublished])).toEqual([
    ["another", true],
    ["python", false],
  ])
})

test("a translation whose file is gone is deleted, unless it was edited", async () => {
  const texts = {
    en: lessonMarkdown("En"),
    fr: lessonMarkdown("Fr"),
    ht: lessonMarkdown("Ht"),
    es: lessonMarkdown("Es"),
  }
  await loadTestCourses(app, [withHello(texts)])
  await app.database.sql`update lesson_texts set version = 'edited' where language = 'fr'`
  await loadTestCourses(app, [withHello({ en: texts.en })])
  expect((await stored()).texts.map(({ title }) => title)).toEqual(["En", "Fr", "names"])
})

test("a lesson is in a part that its course has, also one that was edited on the site", async () => {
  const inPart = (part: number) => lessonMarkdown("Hello").replace("part: 1", `part: ${part}`)
  const parts = async () => (await stored()).lessons.map(({ part }) => part)
  const [one, three] = [["One"], ["One", "Two", "Three"]].map((names) => ({ texts: { en: { parts: names } } }))
  const files = [lessonFile("hello", 1, { en: inPart(9) }), lessonFile("names", 2, { en: inPart(2) })]
  await loadTestCourses(app, [courseFile({ ...three, lessons: files })])
  expect(await parts()).toEqual([3, 2])
  await app.deps.db.update(lessonTexts).set({ version: "edited" })
  await loadTestCourses(app, [courseFile({ ...one, lessons: files })])
  expect(await parts()).toEqual([1, 1])
})

test("a course text follows its file in every language", async () => {
  await loadTestCourses(app, [courseFile({ texts: { fr: { title: "Le cours" }, ht: { title: "Kou a" } } })])
  await loadTestCourses(app, [courseFile({ texts: { en: { title: "Course" }, fr: { title: "Le nouveau cours" } } })])
  const {
    courseTexts: texts,
    courses: [course],
  } = await stored()
  expect(texts.map(({ title }) => title)).toEqual(["Course", "Le nouveau cours"])
  expect(course?.title).toBe("Course")
})

test("a lesson without an English text is left out", async () => {
  await loadTestCourses(app, [withHello({ fr: lessonMarkdown("Bonjour", CHOICE) })])
  expect((await stored()).lessons.map(({ slug }) => slug)).toEqual(["names"])
})

test("the courses of a release are stored once, and again after another release", async () => {
  const { db } = app.deps
  const titles = async () => (await stored()).courses.map(({ title }) => title)
  await loadShippedCourses(app.deps)
  const shipped = await titles()
  expect(shipped.length).toBeGreaterThan(0)
  await db.update(courses).set({ title: "Not read again" })
  await loadShippedCourses(app.deps)
  expect(new Set(await titles())).toEqual(new Set(["Not read again"]))
  await db.transaction((tx) => claimState(tx, "courses", "another release"))
  await loadShippedCourses(app.deps)
  expect(await titles()).toEqual(shipped)
})

test("blocks that an earlier release read in another way are replaced", async () => {
  await loadTestCourses(app)
  const before = await stored()
  await app.deps.db.update(lessonTexts).set({ blocks: [] })
  await loadTestCourses(app)
  expect((await stored()).texts.map(({ blocks }) => blocks)).toEqual(before.texts.map(({ blocks }) => blocks))
})

test("a text that was edited on the site as the next release has it follows the files again", async () => {
  const [first, second] = [lessonMarkdown("First"), lessonMarkdown("Second")]
  await loadTestCourses(app, [withHello({ en: first })])
  const { texts: before } = await stored()
  const { version } = lessonFile("hello", 1, { en: second }).texts.en ?? {}
  await app.deps.db.update(lessonTexts).set({ version }).where(eq(lessonTexts.title, "First"))
  await loadTestCourses(app, [withHello({ en: second })])
  await loadTestCourses(app, [withHello({ en: first })])
  expect((await stored()).texts[0]).toMatchObject({ title: "First", version: before[0]?.version })
})

test("a release is loaded while learners send events of two courses", async () => {
  const slugs = ["python", "french"]
  const files = (change: string) =>
    slugs.map((slug, position) => courseFile({ slug, position, texts: { en: { title: `${slug} ${change}` } } }))
  const ids = await loadTestCourses(app, files("0"))
  const learners = await Promise.all(Array.from({ length: 4 }, (_, at) => register(app, `learner${at}`)))
  const at = "2026-01-01T09:00:00.000Z"
  const eventsOf = (names: readonly string[]) =>
    names.map((slug) => ({ id: randomUUID(), kind: "lesson.read", lessonId: ids[`${slug}/hello`], at }))
  for (const round of ["1", "2", "3"]) {
    const [, ...responses] = await Promise.all([
      loadTestCourses(app, files(round)),
      ...learners.map((learner, index) =>
        learner.send("POST", "/api/learning/events", {
          events: eventsOf(index % 2 === 0 ? slugs : slugs.toReversed()),
        }),
      ),
    ])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  }
})
