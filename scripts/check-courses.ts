// Checks every lesson of content/courses. `--stamp` marks all translations as made from today's English texts.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readCourses, type ShippedCourse, type ShippedLesson } from "@haitech/content/courses"
import type { LessonText } from "@haitech/content/lesson"
import { LANGUAGES } from "@haitech/contract/languages"
import type { Block } from "@haitech/contract/lessons"
import { findProgramDefects } from "./check-programs.ts"

const COURSES = join(import.meta.dirname, "../content/courses")
const MIN_LESSONS = 10

/** All defects of the courses, one sentence each. */
export function findDefects(courses: readonly ShippedCourse[]): string[] {
  return courses.flatMap((course) => [
    ...(course.lessons.length < MIN_LESSONS
      ? [`${course.slug}: has ${course.lessons.length} lessons, at least ${MIN_LESSONS} are needed`]
      : []),
    ...courseDefects(course),
    ...course.lessons.flatMap((lesson, index) => lessonDefects(course, lesson, index)),
  ])
}

function courseDefects({ slug, texts }: ShippedCourse): string[] {
  const english = texts.en
  return LANGUAGES.flatMap((language) => {
    const text = texts[language]
    if (language === "en" || !english || !text) return []
    const where = `${slug}/${language}/course.md`
    return [
      ...(text.sourceVersion === english.version ? [] : [outdated(where)]),
      ...(text.parts.length === english.parts.length ? [] : [`${where}: names ${text.parts.length} parts`]),
    ]
  })
}

function lessonDefects(course: ShippedCourse, lesson: ShippedLesson, index: number): string[] {
  const english = lesson.texts.en
  const name = `${String(lesson.order).padStart(2, "0")}-${lesson.slug}.md`
  if (!english) return [`${course.slug}: ${name} has no English text`]
  const ordered = lesson.order === index + 1 ? [] : [`${course.slug}/${name}: should have the number ${index + 1}`]
  const parts = course.texts.en?.parts.length ?? 0
  return [
    ...ordered,
    ...(english.part <= parts ? [] : [`${course.slug}/en/${name}: there is no part ${english.part}`]),
    ...contentDefects(`${course.slug}/en/${name}`, english),
    ...LANGUAGES.flatMap((language) => {
      if (language === "en" || !course.texts[language]) return []
      const text = lesson.texts[language]
      const where = `${course.slug}/${language}/${name}`
      return text ? translationDefects(where, english, text) : [`${where}: is missing`]
    }),
  ]
}

function contentDefects(where: string, { blocks }: LessonText): string[] {
  const exercises = blocks.flatMap((block) => (block.kind === "exercise" ? [block.exercise] : []))
  return [
    ...(exercises.length > 0 ? [] : [`${where}: has no exercise`]),
    ...exercises.flatMap((exercise) =>
      exercise.type === "code" && exercise.wrong.length === 0 ? [`${where}: ${exercise.id} has no wrong program`] : [],
    ),
  ]
}

function translationDefects(where: string, english: LessonText, text: LessonText): string[] {
  const shapes = [english, text].map(({ blocks }) => blocks.map(shapeOf).join("\n"))
  return [
    ...(text.sourceVersion === english.version ? [] : [outdated(where)]),
    ...(text.part === english.part ? [] : [`${where}: is in another part than the English text`]),
    ...(shapes[0] === shapes[1] ? [] : [`${where}: its blocks and exercises differ from the English ones`]),
  ]
}

function outdated(where: string): string {
  return `${where}: translates an older English text; bring it up to date, then run scripts/check-courses.ts --stamp`
}

/** What a translation has in common with its source. */
function shapeOf(block: Block): string {
  if (block.kind === "words") return `words ${block.words.map(({ id }) => id).join(" ")}`
  if (block.kind !== "exercise") return block.kind
  const { exercise } = block
  const sizes = {
    choice: () => correctness(exercise),
    choices: () => correctness(exercise),
    fill: () => exercise.type === "fill" && exercise.gaps.length,
    order: () => exercise.type === "order" && exercise.items.length,
    match: () => exercise.type === "match" && exercise.pairs.length,
    answer: () => "",
    code: () => exercise.type === "code" && `${exercise.language} ${exercise.tests.length}`,
  }
  return `${exercise.type} ${exercise.id} ${sizes[exercise.type]()}`
}

function correctness(exercise: Extract<Block, { kind: "exercise" }>["exercise"]): string {
  return "options" in exercise ? exercise.options.map(({ correct }) => (correct ? "+" : "-")).join("") : ""
}

function stamp(courses: readonly ShippedCourse[]): void {
  for (const { slug, texts, lessons } of courses) {
    for (const language of LANGUAGES.filter((code) => code !== "en")) {
      if (texts[language] && texts.en) write(`${slug}/${language}/course.md`, texts.en.version)
      for (const lesson of lessons) {
        const name = `${String(lesson.order).padStart(2, "0")}-${lesson.slug}.md`
        if (lesson.texts[language] && lesson.texts.en) write(`${slug}/${language}/${name}`, lesson.texts.en.version)
      }
    }
  }
}

function write(name: string, version: string): void {
  const path = join(COURSES, name)
  const file = readFileSync(path, "utf8").replace(/^source: .*\n/m, "")
  writeFileSync(path, file.replace(/^---\n/, `---\nsource: "${version}"\n`))
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes("--stamp")) stamp(await readCourses(COURSES))
  const courses = await readCourses(COURSES)
  const defects = [...findDefects(courses), ...(await findProgramDefects(courses))]
  for (const defect of defects) console.error(defect)
  process.exitCode = defects.length === 0 ? 0 : 1
}
