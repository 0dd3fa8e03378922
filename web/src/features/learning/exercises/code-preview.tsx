import { type ComponentType, useEffect, useState } from "react"
import type { ExerciseProps } from "./exercise-props.ts"
import { ShortText } from "./short-text.tsx"

type Props = ExerciseProps<"code">

/** A program to write: its task and its start as text, until the editor has loaded. */
export function CodePreview(props: Props) {
  const { exercise, texts, language, textLanguage, title } = props
  const [Editor, setEditor] = useState<ComponentType<Props>>()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    import("#features/learning/code/code-exercise.tsx").then(
      ({ CodeExercise }) => setEditor(() => CodeExercise),
      () => setHasFailed(true),
    )
  }, [])
  if (Editor) return <Editor {...props} />
  return (
    <section className="exercise card" lang={textLanguage} data-programs="">
      <h2 lang={textLanguage && language}>{title ?? texts["exercise.title"]}</h2>
      <div className="exercise-text">
        <ShortText text={exercise.question} />
        <pre className="scrolls" tabIndex={0}>
          <code>{exercise.starter}</code>
        </pre>
      </div>
      <p className="small text-muted" data-needs-script="" role="status" lang={textLanguage && language}>
        {texts[hasFailed ? "exercise.editor_failed" : "exercise.editor"]}
      </p>
      <details className="exercise-solution without-script">
        <summary lang={textLanguage && language}>{texts["exercise.show_answer"]}</summary>
        <pre className="scrolls" tabIndex={0}>
          <code>{exercise.solution}</code>
        </pre>
      </details>
    </section>
  )
}
