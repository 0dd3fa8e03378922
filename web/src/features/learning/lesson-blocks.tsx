import type { Language } from "@haitech/contract/languages"
import type { BlockOf, LessonPage } from "@haitech/contract/lessons"
import { Fragment } from "react"
import { fill } from "#platform/i18n/fill.ts"
import { pick } from "#platform/i18n/texts.ts"
import { Island, LateStyles } from "#platform/page/island.tsx"
import { Markdown } from "#platform/page/markdown.tsx"
import { usePage } from "#platform/page/page.tsx"
import { LESSON_EXERCISE_TEXTS, LessonExercise } from "./lesson-exercise.tsx"
import { ReadBlock } from "./read-block.tsx"

/** A lesson's text with its blocks. Each place in it has an id that is the same in all languages. */
export function LessonBlocks({ lesson }: { readonly lesson: LessonPage }) {
  const exercises = lesson.blocks.filter((block) => block.kind === "exercise")
  return lesson.blocks.map((block, at) => {
    const id = `block-${at + 1}`
    if (block.kind === "text")
      return splitSections(block.markdown).map((markdown, part) => (
        <Fragment key={`${id}-${part}`}>
          <div id={part === 0 ? id : `${id}-${part + 1}`} className="prose" data-block="">
            <Markdown text={markdown} keepsLevels />
          </div>
          {at === 0 && part === 0 && <LateStyles />}
        </Fragment>
      ))
    return (
      <div key={id} id={id} data-block="">
        {at === 0 && <LateStyles />}
        {block.kind === "exercise" ? (
          <ExerciseIsland
            block={block}
            textLanguage={lesson.language}
            number={exercises.indexOf(block) + 1}
            count={exercises.length}
          />
        ) : (
          <ReadBlock block={block} />
        )}
      </div>
    )
  })
}

interface ExerciseIslandProps {
  readonly block: BlockOf<"exercise">
  readonly textLanguage: Language
  readonly number: number
  readonly count: number
}

function ExerciseIsland({ block: { exercise }, textLanguage, number, count }: ExerciseIslandProps) {
  const { t, language } = usePage()
  return (
    <Island
      of={LessonExercise}
      when={exercise.type === "code" ? "visible" : "interaction"}
      props={{
        exercise,
        texts: pick(t, LESSON_EXERCISE_TEXTS),
        language,
        title: fill(t("lesson.exercise_number"), { number, count }),
        ...(textLanguage !== language && { textLanguage }),
      }}
    />
  )
}

/** At its headings, so that a reader returns to a screen's worth of text. */
function splitSections(markdown: string): string[] {
  const sections: string[] = []
  let isFenced = false
  for (const line of markdown.split("\n")) {
    if (/^\s*(```|~~~)/.test(line)) isFenced = !isFenced
    if (sections.length === 0 || (!isFenced && line.startsWith("## "))) sections.push(line)
    else sections[sections.length - 1] += `\n${line}`
  }
  return sections.filter((section) => section.trim() !== "")
}
