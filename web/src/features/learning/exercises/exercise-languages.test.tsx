import type { Exercise, ExerciseOf } from "@haitech/contract/lessons"
import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { CodeExercise } from "#features/learning/code/code-exercise.tsx"
import type { CodeTexts } from "#features/learning/code/code-texts.ts"
import { ProgramResults } from "#features/learning/code/program-results.tsx"
import { HelpOffer } from "#features/learning/help/help-offer.tsx"
import { EXERCISE_TEXTS, type ExerciseProps } from "./exercise-props.ts"
import { ExerciseView } from "./exercise-view.tsx"

/** Texts of the page are in English and begin with `en:`, those of the lesson in French. */
const texts = Object.fromEntries(EXERCISE_TEXTS.map((key) => [key, `en: ${key}`])) as ExerciseProps["texts"]
const props = { texts, language: "en", textLanguage: "fr", title: "en: Exercise 1", onAnswer: () => undefined } as const
const base = { id: "a", question: "fr: Question", hints: ["fr: Hint"] }
const option = (text: string, correct = false) => ({ text, correct })
const CODE: ExerciseOf<"code"> = {
  ...base,
  type: "code",
  language: "python",
  starter: "zxx: starter",
  solution: "zxx: solution",
  tests: [{ name: "fr: prints", input: [], prints: ["zxx: one"] }],
  wrong: [],
}

const EXERCISES: readonly Exercise[] = [
  { ...base, type: "choice", options: [option("fr: one", true), option("fr: two")] },
  { ...base, type: "choices", options: [option("fr: one", true), option("fr: two", true)] },
  { ...base, type: "fill", text: "fr: text ___", gaps: [{ accept: ["fr: gap"] }], code: false },
  { ...base, type: "order", items: ["fr: one", "fr: two"], code: false },
  { ...base, type: "match", pairs: [1, 2].map((at) => ({ left: `fr: left ${at}`, right: `fr: right ${at}` })) },
  { ...base, type: "answer", accept: ["fr: answer"] },
] as const

interface Words {
  readonly lang: string
  readonly words: string
}

/** The texts and labels of some HTML, each with the language that it is marked with. */
function wordsIn(node: ReactNode): Words[] {
  const html = renderToStaticMarkup(<article lang="fr">{node}</article>)
  const langs: string[] = []
  const found: Words[] = []
  for (const [, close, attributes = "", selfClosing, text = ""] of html.matchAll(
    /<(?:(\/)[a-z1-6]+|[a-z1-6]+((?: [a-zA-Z-]+(?:="[^"]*")?)*)(\/)?)>([^<]*)/g,
  )) {
    const lang = / lang="([^"]*)"/.exec(attributes)?.[1] ?? langs.at(-1) ?? ""
    const label = / aria-label="([^"]*)"/.exec(attributes)?.[1]
    if (label) found.push({ lang, words: label })
    if (close) langs.pop()
    else if (!selfClosing) langs.push(lang)
    if (text.trim() !== "") found.push({ lang: langs.at(-1) ?? "", words: text })
  }
  return found
}

const wrong = (words: readonly Words[]) =>
  words.filter(({ lang, words: text }) => /^(en|fr|zxx): /.test(text) && !text.startsWith(`${lang}: `))

test.each(EXERCISES.map((exercise) => [exercise.type, exercise] as const))(
  "an exercise of the kind %s marks the page's words as English and the lesson's as French",
  (_, exercise) => {
    const words = wordsIn(<ExerciseView exercise={exercise} {...props} />)
    expect(words.length).toBeGreaterThan(5)
    expect(wrong(words)).toEqual([])
  },
)

test("a program to write and the offer of help mark the page's words as English", () => {
  const offer = { "lesson.stuck": "en: stuck", "help.tries_along": "en: tries" }
  const words = wordsIn(
    <>
      <CodeExercise exercise={{ ...CODE, starter: "" }} {...props} />
      <HelpOffer texts={offer} language="en" />
    </>,
  )
  expect(words.map(({ words: text }) => text)).toContain("en: exercise.editor")
  expect(wrong(words)).toEqual([])
})

test("the results of a program's tests mark the page's words as English, names of tests as French, output as no language", () => {
  const t = ((key: string) => `en: ${key}`) as CodeTexts
  const output = [{ kind: "out", text: "zxx: two" }] as const
  const result = { end: "done", output, value: null } as never
  const run = {
    number: 1,
    state: "over",
    isBusy: false,
    output,
    shown: null,
    tests: [{ isPassed: false, result }],
  } as never
  const words = wordsIn(
    <ProgramResults exercise={CODE} run={run} t={t} language="en" textLanguage="fr" onShowLine={() => undefined} />,
  )
  expect(words.map(({ words: text }) => text)).toEqual(expect.arrayContaining(["zxx: one", "zxx: two", "fr: prints"]))
  expect(wrong(words)).toEqual([])
})
