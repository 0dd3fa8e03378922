import * as z from "zod/mini"
import { LANGUAGES } from "./languages.ts"

export const CODE_LANGUAGES = ["javascript", "python", "html"] as const
export type CodeLanguage = (typeof CODE_LANGUAGES)[number]

export const EXERCISE_TYPES = ["choice", "choices", "fill", "order", "match", "answer", "code"] as const
export type ExerciseType = (typeof EXERCISE_TYPES)[number]

export const GAP = "___"
export const WORD_EXERCISE = "word-"
export const CODE_LENGTH = 5000
export const ANSWER_LENGTH = 200

/** Unique in its lesson and never used again for another exercise: answers refer to it. */
export const ExerciseId = z.string("id.invalid").check(z.regex(/^[a-z][a-z0-9-]{1,59}$/, "id.invalid"))

const Slug = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(60))
const Line = z.string().check(z.minLength(1), z.maxLength(300))
/** Paragraphs, `code`, **strong**, *emphasis*, fenced code and `:fr[words of another language]`. */
const ShortText = z.string().check(z.minLength(1), z.maxLength(2000))
const Code = z.string().check(z.minLength(1), z.maxLength(CODE_LENGTH))
const Accepted = z.array(Line).check(z.minLength(1), z.maxLength(20))

const common = {
  id: ExerciseId,
  question: ShortText,
  hints: z._default(z.array(ShortText).check(z.maxLength(3)), []),
  explanation: z.optional(ShortText),
}

/** `why` is shown with the option that was chosen: the reason why it is right, or why it is wrong. */
const Option = z.strictObject({
  text: ShortText,
  correct: z._default(z.boolean(), false),
  why: z.optional(ShortText),
})
const Options = z.array(Option).check(z.minLength(2), z.maxLength(6))

const Choice = z
  .strictObject({ ...common, type: z.literal("choice"), options: Options })
  .check(z.refine(({ options }) => correct(options) === 1, "exactly one option is correct"))

const Choices = z
  .strictObject({ ...common, type: z.literal("choices"), options: Options })
  .check(
    z.refine(
      ({ options }) => correct(options) >= 1 && correct(options) < options.length,
      "some options are correct, and some are not",
    ),
  )

const Fill = z
  .strictObject({
    ...common,
    type: z.literal("fill"),
    /** With `___` for each gap. `code` keeps its line breaks and compares capital letters. */
    text: ShortText,
    code: z._default(z.boolean(), false),
    gaps: z
      .array(z.strictObject({ accept: Accepted, why: z.optional(ShortText) }))
      .check(z.minLength(1), z.maxLength(8)),
  })
  .check(z.refine(({ text, gaps }) => text.split(GAP).length === gaps.length + 1, "each gap (___) has its answers"))

const Order = z.strictObject({
  ...common,
  type: z.literal("order"),
  items: z.array(Line).check(z.minLength(3), z.maxLength(8), z.refine(isDistinct, "the items differ")),
  code: z._default(z.boolean(), false),
})

const Match = z.strictObject({
  ...common,
  type: z.literal("match"),
  pairs: z.array(z.strictObject({ left: Line, right: Line })).check(
    z.minLength(2),
    z.maxLength(6),
    z.refine((pairs) => isDistinct(pairs.map(({ left }) => left)), "the left sides differ"),
    z.refine((pairs) => isDistinct(pairs.map(({ right }) => right)), "the right sides differ"),
  ),
})

/** Compared without case, accents and the punctuation at the end. */
const Answer = z.strictObject({ ...common, type: z.literal("answer"), accept: Accepted })

/** One run: the lines that it `prints`, what is true after it (`check`), and a pattern that the program `uses`. */
export const CodeTest = z
  .strictObject({
    name: Line,
    input: z._default(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(10)), []),
    prints: z.optional(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(40))),
    check: z.optional(Code),
    uses: z.optional(z.string().check(z.minLength(1), z.maxLength(200), z.refine(isPattern, "not a pattern"))),
  })
  .check(z.refine(({ prints, check, uses }) => Boolean(prints ?? check ?? uses), "a test tests something"))
export type CodeTest = z.output<typeof CodeTest>

const CodeExercise = z.strictObject({
  ...common,
  type: z.literal("code"),
  language: z.enum(CODE_LANGUAGES),
  starter: z.string().check(z.maxLength(CODE_LENGTH)),
  solution: Code,
  /** Programs that beginners write; each fails a test, and readers never get them. */
  wrong: z._default(z.array(Code), []),
  tests: z.array(CodeTest).check(z.minLength(1), z.maxLength(6)),
})

export const Exercise = z.discriminatedUnion("type", [Choice, Choices, Fill, Order, Match, Answer, CodeExercise])
export type Exercise = z.output<typeof Exercise>
export type ExerciseOf<Type extends ExerciseType> = Extract<Exercise, { type: Type }>

const Language = z.enum(LANGUAGES)

/** A term to learn, and an exercise of the review with the id `${WORD_EXERCISE}${id}`: its meaning asks for the term. */
export const Word = z.strictObject({
  id: Slug,
  term: Line,
  meaning: Line,
  example: z.optional(Line),
  exampleMeaning: z.optional(Line),
  accept: z._default(z.array(Line), []),
})
export type Word = z.output<typeof Word>

export const Block = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("text"), markdown: z.string() }),
  /** A program line by line, with what it remembers after each line. */
  z.strictObject({
    kind: z.literal("trace"),
    language: z.enum(CODE_LANGUAGES),
    steps: z
      .array(
        z.strictObject({
          code: Line,
          state: z._default(z.record(z.string(), z.string()), {}),
          note: z.optional(ShortText),
        }),
      )
      .check(z.minLength(1), z.maxLength(12)),
  }),
  z.strictObject({
    kind: z.literal("dialogue"),
    lang: Language,
    lines: z
      .array(z.strictObject({ who: Line, text: Line, meaning: z.optional(Line) }))
      .check(z.minLength(2), z.maxLength(16)),
  }),
  z.strictObject({
    kind: z.literal("words"),
    lang: Language,
    words: z.array(Word).check(z.minLength(1), z.maxLength(16)),
  }),
  z.strictObject({
    kind: z.literal("media"),
    media: z.enum(["audio", "video"]),
    src: z.string().check(z.regex(/^(https:\/)?\/[^\\\s]+$/)),
    bytes: z.int().check(z.minimum(1)),
    title: Line,
    transcript: z.optional(ShortText),
  }),
  z.strictObject({ kind: z.literal("exercise"), exercise: Exercise }),
])
export type Block = z.output<typeof Block>
export type BlockOf<Kind extends Block["kind"]> = Extract<Block, { kind: Kind }>

/** What the page of one lesson shows. `language` is that of its text, one of `languages`. */
export interface LessonPage {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly goal: string
  readonly minutes: number
  readonly language: (typeof LANGUAGES)[number]
  readonly languages: readonly (typeof LANGUAGES)[number][]
  readonly blocks: readonly Block[]
}

function correct(options: readonly { correct: boolean }[]): number {
  return options.filter((option) => option.correct).length
}

function isDistinct(items: readonly string[]): boolean {
  return new Set(items).size === items.length
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, "m").source !== ""
  } catch {
    return false
  }
}
