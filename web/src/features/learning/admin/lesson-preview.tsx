import type { Language } from "@haitech/contract/languages"
import type { Block } from "@haitech/contract/lessons"
import { ExerciseView } from "#features/learning/exercises/exercise-view.tsx"
import { ReadBlock } from "#features/learning/read-block.tsx"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { fill } from "#platform/i18n/fill.ts"
import { Markdown } from "#platform/page/markdown.tsx"
import { type Page, PageProvider } from "#platform/page/page.tsx"

interface Props {
  readonly lesson: {
    readonly title: string
    readonly goal: string
    readonly minutes: number
    readonly blocks: readonly Block[]
  }
  readonly textLanguage: Language
}

/** A lesson with the same components as its public page. Answers are tried out here and stored nowhere. */
export function LessonPreview({ lesson, textLanguage }: Props) {
  const { t, texts, language, siteName, timeZone } = useLearningAdminApp()
  const all: Readonly<Record<string, string>> = texts
  const page: Page = {
    path: "/learn",
    language,
    site: { name: siteName, url: location.origin, timeZone },
    t: (key, values) => fill(all[key] ?? "", values ?? {}),
  }
  return (
    <PageProvider value={page}>
      <article className="lesson-text" lang={textLanguage}>
        <h3 className="lesson-preview-title">{lesson.title}</h3>
        <p className="small text-muted" lang={language}>
          {t("lesson.minutes", { minutes: lesson.minutes })}
        </p>
        <p className="lesson-goal">{lesson.goal}</p>
        {lesson.blocks.map((block, at) => (
          <PreviewBlock key={keyOf(block, at)} block={block} blocks={lesson.blocks} textLanguage={textLanguage} />
        ))}
      </article>
    </PageProvider>
  )
}

/** A changed exercise begins anew; the others keep what was tried. */
function keyOf(block: Block, at: number): string {
  return block.kind === "exercise" ? JSON.stringify(block.exercise) : `${at}`
}

interface BlockProps {
  readonly block: Block
  readonly blocks: readonly Block[]
  readonly textLanguage: Language
}

function PreviewBlock({ block, blocks, textLanguage }: BlockProps) {
  switch (block.kind) {
    case "text":
      return (
        <div className="prose">
          <Markdown text={block.markdown} />
        </div>
      )
    case "exercise":
      return <PreviewExercise {...{ block, blocks, textLanguage }} />
    default:
      return <ReadBlock block={block} />
  }
}

type ExerciseProps = BlockProps & { readonly block: Extract<Block, { kind: "exercise" }> }

function PreviewExercise({ block, blocks, textLanguage }: ExerciseProps) {
  const { t, texts, language } = useLearningAdminApp()
  const exercises = blocks.filter(({ kind }) => kind === "exercise")
  return (
    <ExerciseView
      exercise={block.exercise}
      texts={texts}
      language={language}
      {...(textLanguage !== language && { textLanguage })}
      title={t("lesson.exercise_number", { number: exercises.indexOf(block) + 1, count: exercises.length })}
      onAnswer={() => undefined}
    />
  )
}
