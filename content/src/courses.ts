import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { COURSE_CATEGORIES } from "@haitech/contract/courses"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import * as z from "zod/mini"
import { check, LessonError, type LessonText, parseLesson, readYaml, splitFrontMatter, versionOf } from "./lesson.ts"

const COURSES = join(import.meta.dirname, "../courses")
const LESSON_FILE = /^(\d\d)-([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/
const SOURCE: Language = "en"
const SCHEMA = import.meta.resolve("@haitech/contract/lessons")

const Head = z.strictObject({
  title: z.string().check(z.minLength(1), z.maxLength(100)),
  description: z.string().check(z.minLength(1), z.maxLength(300)),
  parts: z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.minLength(1), z.maxLength(6)),
  source: z.optional(z.string().check(z.regex(/^[0-9a-f]{12}$/))),
})
const SourceHead = z.extend(Head, {
  category: z.enum(COURSE_CATEGORIES),
  difficulty: z.enum(["beginner", "intermediate"]),
  position: z.int().check(z.minimum(1)),
})

export interface CourseText extends Omit<z.output<typeof Head>, "source"> {
  /** Markdown. */
  readonly about: string
  readonly version: string
  readonly sourceVersion: string | null
}

export interface ShippedLesson {
  readonly slug: string
  readonly order: number
  readonly texts: Readonly<Partial<Record<Language, LessonText>>>
}

export interface ShippedCourse extends Pick<z.output<typeof SourceHead>, "category" | "difficulty" | "position"> {
  readonly slug: string
  readonly texts: Readonly<Partial<Record<Language, CourseText>>>
  /** In order. */
  readonly lessons: readonly ShippedLesson[]
}

/** Reads `content/courses/<course>/<language>/`. @throws {LessonError} that names the file */
export async function readCourses(root: string = COURSES): Promise<ShippedCourse[]> {
  const slugs = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const courses = await Promise.all(slugs.map(({ name }) => readShippedCourse(root, name)))
  return courses.toSorted((a, b) => a.position - b.position)
}

/** Changes with every file of the courses and with the code that reads them. Much quicker than reading the courses. */
export async function digestOfCourses(root: string = COURSES): Promise<string> {
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".md")).sort()
  const code = [import.meta.filename, join(import.meta.dirname, "lesson.ts"), fileURLToPath(SCHEMA)]
  const contents = await Promise.all([...names.map((name) => join(root, name)), ...code].map((file) => readFile(file)))
  const hash = createHash("sha256").update(names.join("\n"))
  for (const content of contents) hash.update(content)
  return hash.digest("hex").slice(0, 16)
}

async function readShippedCourse(root: string, slug: string): Promise<ShippedCourse> {
  const folders = await readdir(join(root, slug))
  const languages = LANGUAGES.filter((language) => folders.includes(language))
  const read = (language: Language, name: string) => readFile(join(root, slug, language, name), "utf8")
  const texts: Partial<Record<Language, CourseText>> = {}
  const lessons = new Map<string, { slug: string; order: number; texts: Partial<Record<Language, LessonText>> }>()
  for (const language of languages) {
    texts[language] = located(`${slug}/${language}/course.md`, await read(language, "course.md"), (file) =>
      courseText(file, language),
    )
    for (const name of (await readdir(join(root, slug, language))).filter((file) => LESSON_FILE.test(file))) {
      const [, order, lessonSlug = ""] = LESSON_FILE.exec(name) ?? []
      const lesson = lessons.get(name) ?? { slug: lessonSlug, order: Number(order), texts: {} }
      lesson.texts[language] = located(`${slug}/${language}/${name}`, await read(language, name), parseLesson)
      lessons.set(name, lesson)
    }
  }
  const head = located(`${slug}/${SOURCE}/course.md`, await read(SOURCE, "course.md"), (file) =>
    check(SourceHead, readYaml(splitFrontMatter(file).head, 2), "front matter"),
  )
  const { category, difficulty, position } = head
  return {
    slug,
    category,
    difficulty,
    position,
    texts,
    lessons: [...lessons.values()].toSorted((a, b) => a.order - b.order),
  }
}

function courseText(file: string, language: Language): CourseText {
  const source = file.replaceAll("\r\n", "\n").normalize("NFC")
  const { head, body } = splitFrontMatter(source)
  const schema = language === SOURCE ? SourceHead : Head
  const { title, description, parts, source: sourceVersion } = check(schema, readYaml(head, 2), "front matter")
  return {
    title,
    description,
    parts,
    about: body.trim(),
    version: versionOf(source),
    sourceVersion: sourceVersion ?? null,
  }
}

function located<Result>(name: string, file: string, parse: (file: string) => Result): Result {
  try {
    return parse(file)
  } catch (error) {
    if (error instanceof LessonError) throw new LessonError(`content/courses/${name}: ${error.message}`)
    throw error
  }
}
