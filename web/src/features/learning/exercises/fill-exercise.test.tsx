import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { EXERCISE_TEXTS, type ExerciseProps } from "./exercise-props.ts"
import { FillExercise } from "./fill-exercise.tsx"

const texts = Object.fromEntries(EXERCISE_TEXTS.map((key) => [key, key])) as ExerciseProps["texts"]

/** The text with `[]` for each input, and the solution. */
function drawn(text: string, answers: readonly string[], code = false): (string | undefined)[] {
  const gaps = answers.map((answer) => ({ accept: [answer] }))
  const exercise = { id: "gaps", type: "fill", question: "?", hints: [], text, code, gaps } as const
  const html = renderToStaticMarkup(
    <FillExercise exercise={{ ...exercise, hints: [], gaps }} texts={texts} language="en" onAnswer={() => undefined} />,
  ).replace(/<input[^>]*>/g, "[]")
  const [, shown] = /<(?:div|pre) class="exercise-gaps[^>]*>(.*?)<\/(?:div|pre)>/s.exec(html) ?? []
  const [, solution] = /<\/summary><div class="exercise-text">(.*?)<\/div><\/details>/s.exec(html) ?? []
  return [shown, solution]
}

test("the spaces beside a gap are the author's, and an answer has the language of the words beside it", () => {
  expect(drawn(":fr[Oui, j’]___ :fr[vais.]\n\nSay ___. ¿___ :es[hay?]\n", ["y", "so", "qué"])).toEqual([
    '<p><span lang="fr">Oui, j’</span>[] <span lang="fr">vais.</span></p><p>Say []. ¿[] <span lang="es">hay?</span></p>',
    '<p><span lang="fr">Oui, j’</span><span lang="fr">y</span> <span lang="fr">vais.</span></p><p>Say so. ¿<span lang="es">qué</span> <span lang="es">hay?</span></p>',
  ])
})

test("words of another language may have gaps among them", () => {
  expect(drawn(":fr[___ suis ___ ici]", ["Je", "né"])).toEqual([
    '<p>[]<span lang="fr"> suis </span>[]<span lang="fr"> ici</span></p>',
    '<p><span lang="fr">Je suis né ici</span></p>',
  ])
})

test("a program keeps its signs and lines in the exercise and in the solution", () => {
  expect(drawn("a = `b`\n\n  ___ *c*", [":fr[x]"], true)).toEqual([
    "a = `b`\n\n  [] *c*",
    "<pre>a = `b`\n\n  :fr[x] *c*</pre>",
  ])
})
