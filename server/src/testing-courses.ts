import type { CourseText, ShippedCourse, ShippedLesson } from "@haitech/content/courses"
import { type LessonText, parseLesson, versionOf } from "@haitech/content/lesson"
import type { Language } from "@haitech/contract/languages"
import { loadCourses } from "#features/learning/service/shipped.ts"
import { courses, lessons } from "#features/learning/table.ts"
import type { TestApp } from "./testing.ts"

type Texts<Text> = Partial<Record<Language, Text>>

interface CourseOptions extends Partial<Pick<ShippedCourse, "slug" | "category" | "position">> {
  readonly texts?: Texts<Partial<CourseText>>
  readonly lessons?: readonly ShippedLesson[]
}

/** A course of two lessons, in English unless `texts` has other languages, too. */
export function courseFile({ texts = {}, ...options }: CourseOptions = {}): ShippedCourse {
  const written = Object.entries({ en: {}, ...texts }).map(([language, text]) => [language, courseText(language, text)])
  return {
    slug: "python",
    category: "coding",
    difficulty: "beginner",
    position: 1,
    texts: Object.fromEntries(written),
    lessons: [lessonFile("hello", 1), lessonFile("names", 2, { en: lessonMarkdown("names", PROGRAM) })],
    ...options,
  }
}

function courseText(language: string, text: Partial<CourseText>): CourseText {
  const columns = { title: `Python (${language})`, description: "Programs.", parts: ["One"], about: "For beginners." }
  return { ...columns, version: versionOf(JSON.stringify([columns, text])), sourceVersion: null, ...text }
}

export function lessonFile(
  slug: string,
  order: number,
  texts: Texts<string> = { en: lessonMarkdown(slug) },
): ShippedLesson {
  const parsed = Object.entries(texts).map(([language, text]): [string, LessonText] => [language, parseLesson(text)])
  return { slug, order, texts: Object.fromEntries(parsed) }
}

export function lessonMarkdown(title: string, body = CHOICE): string {
  return `---\ntitle: ${title}\ngoal: By the end you know ${title}.\nminutes: 8\npart: 1\n---\n\n${body}`
}

/** A lesson's body with an exercise of the type `choice`, whose id is `last-price`. */
export const CHOICE = `Some text.

\`\`\`exercise
id: last-price
type: choice
question: What does it print?
options:
  - text: One
    correct: true
  - text: Two
    why: Read line 2 again.
\`\`\`
`

/** A lesson's body with a program, whose id is \`count-change\`. */
export const PROGRAM = `Some text.

\`\`\`exercise
id: count-change
type: code
language: python
question: Print 1.
starter: print(2)
solution: print(1)
wrong: [print(3)]
tests:
  - name: It prints 1
    prints: ["1"]
\`\`\`
`

/** Loads the courses, by default {@link courseFile}, and nothing else. @returns the ids by slug; lessons as `course/lesson` */
export async function loadTestCourses(
  app: Pick<TestApp, "deps">,
  files: readonly ShippedCourse[] = [courseFile()],
): Promise<Readonly<Record<string, string>>> {
  await loadCourses(app.deps, files)
  const { db } = app.deps
  const stored = await db.select().from(courses)
  const ids = new Map(stored.map(({ id, slug }) => [id, slug]))
  const of = (await db.select().from(lessons)).map(({ id, slug, courseId }) => [`${ids.get(courseId)}/${slug}`, id])
  return Object.fromEntries([...stored.map(({ id, slug }) => [slug, id]), ...of])
}
