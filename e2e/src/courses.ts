import { expect, type Page } from "@playwright/test"
import type { Sql } from "./db.ts"

const TEXT = `---
title: Greetings
goal: By the end you can greet people.
minutes: 7
part: 1
---
People greet each other in the morning.

\`\`\`exercise
id: greeting
type: choice
question: Which one is a greeting?
options:
  - { text: Bonjou, correct: true }
  - { text: Diri, why: That is rice. }
\`\`\`
`

export interface TestCourse {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly lessonIds: readonly string[]
}

/** Creates a published course of two lessons. Its slug and the titles begin with those of the test. */
export async function createCourse(sql: Sql, marker: string): Promise<TestCourse> {
  const title = `Course ${marker}`
  const slug = `course-${marker}`
  const [course] = await sql<{ id: string }[]>`
    insert into courses (id, slug, title, category, position)
    values (gen_random_uuid(), ${slug}, ${title}, 'languages', 90) returning id`
  const lessons = await sql<{ id: string }[]>`
    insert into lessons (id, course_id, slug, title, "order", duration)
    select gen_random_uuid(), ${course?.id}, 'lesson-' || number, 'Lesson ' || number || ${` ${marker}`}, number, 7
    from generate_series(1, 2) number returning id`
  return { id: course?.id ?? "", slug, title, lessonIds: lessons.map(({ id }) => id) }
}

/** Publishes an English text for a lesson. The page's browser context is an administrator's. */
export async function publishText(page: Page, baseURL: string | undefined, lessonId: string): Promise<void> {
  const address = `${baseURL ?? ""}/api/admin/lessons/${lessonId}/texts/en`
  const headers = { origin: baseURL ?? "" }
  await page.request.put(`${address}/draft`, { data: { content: TEXT, version: null }, headers })
  const published = await page.request.post(`${address}/publication`, { data: {}, headers })
  expect(published.status()).toBe(200)
}

/** The page's member opens the first lesson, fails its exercise and stops at its second block. */
export async function stopInLesson(page: Page, baseURL: string | undefined, lessonId: string): Promise<void> {
  const event = () => ({ id: crypto.randomUUID(), lessonId, at: new Date().toISOString() })
  const events = [
    { ...event(), kind: "lesson.read", position: "block-2" },
    { ...event(), kind: "exercise.answered", exerciseId: "greeting", isCorrect: false },
  ]
  const response = await page.request.post(`${baseURL ?? ""}/api/learning/events`, {
    data: { events },
    headers: { origin: baseURL ?? "" },
  })
  expect(response.status()).toBe(200)
}
