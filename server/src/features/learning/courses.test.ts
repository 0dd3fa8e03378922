import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, register, type TestApp } from "#testing.ts"
import { courseFile, lessonFile, lessonMarkdown, loadTestCourses, PROGRAM } from "#testing-courses.ts"
import { capturePages } from "#testing-pages.ts"
import { coursePaths, mountLearningPages } from "./pages.ts"
import { courses, lessons, userCourseProgress } from "./table.ts"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const get = (url: string, language = "en") =>
  app.send({ method: "GET", url, headers: { "accept-language": language, origin: "http://localhost:3000" } })

const bilingual = () =>
  courseFile({
    texts: { en: { title: "Python" }, ht: { title: "Python an kreyòl" } },
    lessons: [
      lessonFile("hello", 1, { en: lessonMarkdown("Hello"), ht: lessonMarkdown("Bonjou") }),
      lessonFile("names", 2, { en: lessonMarkdown("Names", PROGRAM) }),
    ],
  })

async function pages() {
  const captured = capturePages()
  await mountLearningPages(captured, app.deps)
  return captured
}

test("the list of courses is in the language of the request, and in English where a text is missing", async () => {
  const files = [bilingual(), courseFile({ slug: "french", category: "languages", position: 2 })]
  const ids = await loadTestCourses(app, files)
  const french = { title: "Python (en)", category: "languages", language: "en", languages: ["en"] }
  expect((await get("/api/courses", "ht")).json()).toEqual([
    {
      id: ids["python"],
      slug: "python",
      title: "Python an kreyòl",
      description: "Programs.",
      category: "coding",
      difficulty: "beginner",
      estimatedHours: 1,
      imageUrl: null,
      language: "ht",
      languages: ["en", "ht"],
      lessonCount: 2,
      minutes: 16,
    },
    expect.objectContaining(french),
  ])
})

test("one course has its lessons in order, each in the language that exists", async () => {
  const ids = await loadTestCourses(app, [bilingual()])
  const response = await get(`/api/courses/${ids["python"]}`, "ht")
  expect(response.json()).toMatchObject({
    title: "Python an kreyòl",
    about: "For beginners.",
    parts: ["One"],
    lessons: [
      { id: ids["python/hello"], slug: "hello", title: "Bonjou", order: 1, duration: 8, kind: "text", language: "ht" },
      { slug: "names", title: "Names", order: 2, part: 1, kind: "code", language: "en" },
    ],
  })
})

test("a course and a lesson that are not published are on no page, in no reply and not in the sitemap", async () => {
  const ids = await loadTestCourses(app, [bilingual()])
  const url = `/api/courses/${ids["python"]}`
  const { recordsOf } = await pages()
  await app.deps.db.update(lessons).set({ isPublished: false })
  await expect.poll(async () => (await get(url)).json()).toMatchObject({ lessonCount: 0, minutes: 0, lessons: [] })
  expect([await recordsOf("/learn/python/hello"), (await coursePaths(app.deps)).length]).toEqual([null, 1])
  await app.deps.db.update(courses).set({ isPublished: false })
  await expect.poll(async () => (await get(url)).json().code).toBe("course.unknown")
  await expect.poll(async () => (await get("/api/courses")).json()).toEqual([])
  expect(await recordsOf("/learn")).toEqual({ courses: [] })
  expect([await recordsOf("/learn/python"), await coursePaths(app.deps)]).toEqual([null, []])
})

test("the pages show a course and a lesson in their language, without the programs that fail", async () => {
  await loadTestCourses(app, [bilingual()])
  const { recordsOf } = await pages()
  expect(await recordsOf("/learn", "ht")).toMatchObject({ courses: [{ title: "Python an kreyòl" }] })
  expect(await recordsOf("/learn/python", "ht")).toMatchObject({ course: { title: "Python an kreyòl" } })
  const names = await recordsOf("/learn/python/names", "ht")
  expect(names).toMatchObject({
    course: { title: "Python an kreyòl" },
    lesson: { title: "Names", goal: "By the end you know Names.", language: "en", languages: ["en"] },
  })
  expect(names?.lesson?.blocks).toContainEqual(
    expect.objectContaining({ exercise: expect.objectContaining({ id: "count-change", wrong: [] }) }),
  )
  const hello = await recordsOf("/learn/python/hello", "ht")
  expect(hello?.lesson).toMatchObject({ title: "Bonjou", language: "ht", languages: ["en", "ht"] })
})

test.each(["/learn/", "/learn/none", "/learn/python/none", "/learn/python/hello/", "/learn/python/hello/more"])(
  "%s is no page",
  async (path) => {
    await loadTestCourses(app)
    expect(await (await pages()).recordsOf(path)).toBeNull()
  },
)

test("the sitemap has every page in the languages of its text", async () => {
  await loadTestCourses(app, [bilingual()])
  const xml = (await get("/sitemap.xml")).body
  const addresses = [...xml.matchAll(/<loc>http:\/\/localhost:3000(\/(?:ht\/)?learn[^<]*)/g)].map(([, path]) => path)
  expect(addresses.sort()).toEqual([
    "/ht/learn/python",
    "/ht/learn/python/hello",
    "/learn/python",
    "/learn/python/hello",
    "/learn/python/names",
  ])
  expect(xml).toContain('hreflang="ht" href="http://localhost:3000/ht/learn/python/hello"')
})

test("the page of a course counts the learners of the last seven days once they are five", async () => {
  app.setNow(new Date("2026-02-08T12:00:00Z"))
  const ids = await loadTestCourses(app, [courseFile()])
  const courseId = ids["python"] ?? ""
  const { recordsOf } = await pages()
  const visit = async (name: string, lastAccessedAt: string | null) => {
    const { id: userId } = await register(app, name)
    const read = lastAccessedAt && new Date(lastAccessedAt)
    await app.deps.db.insert(userCourseProgress).values({ userId, courseId, lastAccessedAt: read || null })
  }
  await visit("enrolled", null)
  await visit("earlier", "2026-02-01T11:59:59Z")
  for (const name of ["ada", "bob", "eva", "ian"]) await visit(name, "2026-02-01T12:00:00Z")
  expect(await recordsOf("/learn/python")).not.toHaveProperty("learnersThisWeek")
  await visit("zoe", "2026-02-08T12:00:00Z")
  expect(await recordsOf("/learn/python")).toHaveProperty("learnersThisWeek", 5)
  expect(await recordsOf("/learn/python/hello")).not.toHaveProperty("learnersThisWeek")
})
