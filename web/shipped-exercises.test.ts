import { readCourses } from "@haitech/content/courses"
import { LANGUAGES } from "@haitech/contract/languages"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { properSpelling } from "./src/features/learning/exercises/check-answer.ts"
import { EXERCISE_TEXTS, type ExerciseProps } from "./src/features/learning/exercises/exercise-props.ts"
import { ExerciseView } from "./src/features/learning/exercises/exercise-view.tsx"

const exercises = (await readCourses()).flatMap(({ slug, lessons }) =>
  lessons.flatMap((lesson) =>
    LANGUAGES.flatMap((language) =>
      (lesson.texts[language]?.blocks ?? []).flatMap((block) =>
        block.kind === "exercise"
          ? [{ slug, where: `${slug}/${language}/${lesson.slug}`, exercise: block.exercise }]
          : [],
      ),
    ),
  ),
)

const texts = Object.fromEntries(EXERCISE_TEXTS.map((key) => [key, key])) as ExerciseProps["texts"]
/** With its solution behind a disclosure. */
const html = (exercise: ExerciseProps["exercise"]) =>
  renderToStaticMarkup(createElement(ExerciseView, { exercise, texts, language: "en", onAnswer: () => undefined }))

test("no exercise and no solution shows the marks of its text", () => {
  expect(exercises.length).toBeGreaterThan(400)
  const marked = exercises.filter(({ exercise }) => /:(en|fr|ht|es)\[/.test(html(exercise)))
  expect(marked.map(({ where, exercise }) => `${where} ${exercise.id}`)).toEqual([])
})

test("a text with gaps and its solution keep the paragraphs of the author", () => {
  for (const { exercise } of exercises) {
    if (exercise.type !== "fill" || exercise.code) continue
    const paragraphs = exercise.text.trim().split("\n\n").length
    const shown = html({ ...exercise, question: "" })
    const [gaps = "", solution = ""] = shown.split("<summary>exercise.show_answer</summary>")
    expect(
      [gaps, solution].map((part) => part.match(/<p>/g)?.length),
      exercise.id,
    ).toEqual([paragraphs, paragraphs])
  }
})

test("words and answers in the gaps of a course of French or Spanish are marked with its language", () => {
  const language = { "intermediate-french": "fr", "spanish-conversations": "es" } as Partial<Record<string, string>>
  for (const { slug, exercise } of exercises) {
    const marked = language[slug]
    if (!marked || exercise.type !== "fill") continue
    const solution = html(exercise).split("</summary>")[1] ?? ""
    const unmarked = solution
      .replaceAll(new RegExp(`<span lang="${marked}">[^<]*</span>`, "g"), "")
      .replace(/<[^>]*>/g, "")
    expect(unmarked, exercise.id).not.toMatch(/\p{L}/u)
  }
})

test("an accepted answer as a sentence, with a capital letter and a full stop, is told no other spelling", () => {
  const accepts = exercises.flatMap(({ exercise }) => {
    if (exercise.type === "answer") return [exercise.accept]
    return exercise.type === "fill" && !exercise.code ? exercise.gaps.map(({ accept }) => accept) : []
  })
  const sentences = accepts.flatMap((accept) =>
    accept.map((text) => {
      const sentence = `${text.replace(/^[¿¡]?\p{L}/u, (start) => start.toUpperCase())}.`
      return { sentence, spelling: properSpelling(sentence, accept) }
    }),
  )
  expect(sentences.length).toBeGreaterThan(200)
  expect(sentences.filter(({ spelling }) => spelling)).toEqual([])
})
