import type { Sql } from "./db.ts"

const COURSE_ID = "0190a000-0000-7000-8000-00000000c001"
const LESSON_IDS = ["0190a000-0000-7000-8000-00000000c002", "0190a000-0000-7000-8000-00000000c003"]

/** After the courses of the site, so that the next step of other tests leads to these. */
const LAST = 1000

export const LESSON_PATH = "/learn/every-kind/every-kind-of-exercise"

const exercise = (id: string, fields: object) => ({ kind: "exercise", exercise: { id, hints: [], ...fields } })
const text = (markdown: string) => ({ kind: "text", markdown })

/** A long text, so that the exercises below it are off the screen. */
const TEXT = text(`A variable is a label.\n\n## More\n\n${"It leads to a value. ".repeat(120)}`)

const BLOCKS = [
  TEXT,
  exercise("last-price", {
    type: "choice",
    question: "What does it print?\n\n```python\ngoud = 40\nprint(goud * 2)\n```",
    explanation: "40 times 2.",
    options: [
      { text: "100", correct: false, why: "Line 2 changes it." },
      { text: "80", correct: true },
    ],
  }),
  exercise("good-names", {
    type: "choices",
    question: "Which of these may be names?",
    options: [
      { text: "`priceOfRice`", correct: true },
      { text: "`price of rice`", correct: false },
      { text: "`mangoes2`", correct: true },
    ],
  }),
  exercise("new-name", {
    type: "fill",
    question: "Make a name.",
    text: "___ credit = 250",
    code: true,
    gaps: [{ accept: ["let"] }],
  }),
  exercise("cook-rice", {
    type: "order",
    question: "Put it in order.",
    items: ["Wash the rice", "Boil the water", "Cook the rice"],
    code: false,
  }),
  exercise("kreyol-words", {
    type: "match",
    question: "Which belong together?",
    pairs: [
      { left: "dlo", right: "water" },
      { left: "diri", right: "rice" },
    ],
  }),
  TEXT,
  exercise("say-hello", {
    type: "answer",
    question: "How do you say *hello* in French?",
    hints: ["It begins with b."],
    accept: ["bonjour"],
  }),
]

/** Publishes a course whose first lesson has each kind of exercise but programs, in English. */
export async function insertLesson(sql: Sql): Promise<void> {
  await sql`
    insert into courses (id, slug, title, category, position)
    values (${COURSE_ID}, 'every-kind', 'Every kind of exercise', 'coding', ${LAST})
    on conflict do nothing`
  await sql`
    insert into course_texts (course_id, language, title, description, parts, about, version)
    values (${COURSE_ID}, 'en', 'Every kind of exercise', 'All of them.', array['Part one'], 'For everybody.', '1')
    on conflict do nothing`
  for (const [at, slug] of ["every-kind-of-exercise", "only-text"].entries()) {
    const [id = "", title = ""] = [LESSON_IDS[at], ["Every kind", "Only text"][at]]
    const blocks = JSON.stringify(at === 0 ? BLOCKS : [text("Only text.")])
    await sql`
      insert into lessons (id, course_id, slug, title, "order", duration, is_published)
      values (${id}, ${COURSE_ID}, ${slug}, ${title}, ${at + 1}, 5, true) on conflict do nothing`
    await sql`
      insert into lesson_texts (lesson_id, language, title, goal, minutes, content, blocks, version)
      values (${id}, 'en', ${title}, 'By the end you know them.', 5, '-', ${blocks}::text::jsonb, '1')
      on conflict do nothing`
  }
}

const SHORT_COURSE_ID = "0190a000-0000-7000-8000-00000000c101"
const SHORT_LESSON_IDS = [1, 2, 3, 4].map((number) => `0190a000-0000-7000-8000-00000000c11${number}`)

/** The course of `insertShortLessons`: three lessons to read, and one with a question whose answer is *bonjour*. */
export const SHORT_COURSE = "/learn/short-lessons"
export const SHORT_LESSONS = ["one", "two", "three", "check"].map((slug) => `${SHORT_COURSE}/${slug}`)

export async function insertShortLessons(sql: Sql): Promise<void> {
  await sql`
    insert into courses (id, slug, title, category, position)
    values (${SHORT_COURSE_ID}, 'short-lessons', 'Short lessons', 'coding', ${LAST})
    on conflict do nothing`
  await sql`
    insert into course_texts (course_id, language, title, description, parts, about, version)
    values (${SHORT_COURSE_ID}, 'en', 'Short lessons', 'Four.', array['Part one'], 'For everybody.', '1')
    on conflict do nothing`
  const question = { type: "answer", question: "How do you say *hello* in French?", accept: ["bonjour"] }
  for (const [at, id] of SHORT_LESSON_IDS.entries()) {
    const slug = SHORT_LESSONS[at]?.split("/").at(-1) ?? ""
    const blocks = JSON.stringify([
      text(`This is lesson ${slug}.`),
      ...(slug === "check" ? [exercise("say-hello", question)] : []),
    ])
    await sql`
      insert into lessons (id, course_id, slug, title, "order", duration, is_published)
      values (${id}, ${SHORT_COURSE_ID}, ${slug}, ${slug}, ${at + 1}, 5, true) on conflict do nothing`
    await sql`
      insert into lesson_texts (lesson_id, language, title, goal, minutes, content, blocks, version)
      values (${id}, 'en', ${slug}, 'By the end you know it.', 5, '-', ${blocks}::text::jsonb, '1')
      on conflict do nothing`
  }
}
