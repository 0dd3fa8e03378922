import { parseLesson } from "@haitech/content/lesson"
import type { LessonId } from "@haitech/contract/ids"
import type { LearningEvent } from "@haitech/contract/learning"
import { v5 } from "uuid"
import { publishAchievements } from "./features/learning/service/achievements.ts"
import { lessonTexts } from "./features/learning/table/texts.ts"
import { courses, lessons } from "./features/learning/table.ts"
import type { TestApp } from "./testing.ts"

const NAMESPACE = "0198c0de-0000-7000-8000-000000000000"

/** An id that is the same in every run. */
export function idOf(name: string): string {
  return v5(name, NAMESPACE)
}

const WORDS = `\`\`\`words
lang: fr
words:
  - { id: le-pain, term: le pain, meaning: the bread, accept: [pain] }
  - { id: le-riz, term: le riz, meaning: the rice, example: Le riz est bon., exampleMeaning: The rice is good. }
\`\`\``
const CHOICE = `\`\`\`exercise
id: greeting
type: choice
question: Which one is a greeting?
options:
  - { text: Bonjou, correct: true }
  - { text: Diri }
\`\`\``
const PROGRAM = `\`\`\`exercise
id: hello
type: code
language: python
question: Print hello.
starter: ""
solution: print("hello")
tests:
  - { name: It prints hello, prints: [hello] }
\`\`\``

interface Fixture {
  readonly slug: string
  readonly category: "coding" | "languages" | "cares"
  readonly lessons: number
}

/** Publishes the achievements and courses, each lesson with two words, a choice and a program. */
export async function publishCourses({ deps }: TestApp, fixtures: readonly Fixture[]): Promise<void> {
  await publishAchievements(deps)
  for (const [position, { slug, category, lessons: count }] of fixtures.entries()) {
    await deps.db.insert(courses).values({ id: idOf(slug), slug, title: `Course ${slug}`, category, position })
    const numbers = Array.from({ length: count }, (_, index) => index + 1)
    const rows = numbers.map((order) => ({ ...lessonRow(slug, order), courseId: idOf(slug) }))
    await deps.db.insert(lessons).values(rows)
    await deps.db.insert(lessonTexts).values(rows.map(({ id, order }) => textRow(id, order)))
  }
}

export function lessonId(slug: string, order: number): string {
  return idOf(`${slug} ${order}`)
}

/** `time` is the hour and minute of a day; the same arguments are the same event. */
export function completed(lesson: string, time: string, seconds = 300) {
  return { ...eventOf("lesson.completed", lesson, time), language: "en", seconds } as const
}

export function answered(lesson: string, time: string, change: Partial<Answer> = {}) {
  const answer = { exerciseId: "greeting", isCorrect: true, isReview: false, ...change }
  return { ...eventOf("exercise.answered", lesson, time, answer.exerciseId), ...answer } as const
}

export function read(lesson: string, time: string, position: string) {
  return { ...eventOf("lesson.read", lesson, time), position } as const
}

interface Answer {
  readonly exerciseId: string
  readonly isCorrect: boolean
  readonly isReview: boolean
}

function eventOf<Kind extends LearningEvent["kind"]>(kind: Kind, lesson: string, time: string, name = "") {
  const at = time.includes("T") ? time : `2026-01-01T${time}:00.000Z`
  return { id: idOf([kind, lesson, at, name].join()), lessonId: lesson as LessonId, at, kind }
}

function lessonRow(slug: string, order: number) {
  return { id: lessonId(slug, order), slug: `lesson-${order}`, title: `Lesson ${order}`, order, duration: 8 }
}

function textRow(id: string, order: number) {
  const head = `---\ntitle: Lesson ${order}\ngoal: To greet.\nminutes: 9\npart: 1\n---\n`
  const { title, goal, minutes, blocks, source, version } = parseLesson(
    [head, "Read.", WORDS, CHOICE, PROGRAM, ""].join("\n"),
  )
  return { lessonId: id, language: "en" as const, title, goal, minutes, blocks, content: source, version }
}
