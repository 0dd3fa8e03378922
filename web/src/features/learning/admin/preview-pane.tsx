import type { Language } from "@haitech/contract/languages"
import { lazy, Suspense, useEffect, useState } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useLessonPreview } from "./text-api.ts"

const LessonPreview = lazy(async () => ({ default: (await import("./lesson-preview.tsx")).LessonPreview }))

/** From the last keystroke to the next preview. */
const DEBOUNCE_MS = 400

interface Props {
  readonly text: string
  readonly language: Language
  /** Shows a line of the text, counted from 1. */
  readonly onLine: (line: number) => void
}

/** The lesson as learners will see it. With a mistake in the text, the last one without a mistake. */
export function PreviewPane({ text, language, onLine }: Props) {
  const { t } = useLearningAdminApp()
  const loadError = useLoadError()
  const { data, error, refetch } = useLessonPreview(useDebounced(text))
  const [shown, setShown] = useState(data?.lesson ?? null)
  if (data?.lesson && data.lesson !== shown) setShown(data.lesson)
  const isEmpty = text.trim() === ""
  return (
    <section className="admin-preview lesson-preview" aria-label={t("admin.md_preview")}>
      <h2 className="small text-muted">{t("admin.md_preview")}</h2>
      <div role="status">
        {!isEmpty && data?.problem && (
          <LessonProblem problem={data.problem} hasLesson={shown !== null} onLine={onLine} />
        )}
      </div>
      {isEmpty && <p className="text-muted">{t("admin.md_nothing")}</p>}
      {!isEmpty && error && <LoadFailed {...loadError(error, refetch)} />}
      {!isEmpty && !data && !error && <Skeleton className="h-48" />}
      {!isEmpty && shown && (
        <Suspense fallback={<Skeleton className="h-48" />}>
          <LessonPreview lesson={shown} textLanguage={language} />
        </Suspense>
      )}
    </section>
  )
}

interface ProblemProps {
  readonly problem: { readonly line: number | null; readonly message: string }
  readonly hasLesson: boolean
  readonly onLine: (line: number) => void
}

function LessonProblem({ problem: { line, message }, hasLesson, onLine }: ProblemProps) {
  const { t } = useLearningAdminApp()
  return (
    <div className="notice failure grid gap-2">
      <p className="strong" lang={line === null ? "en" : undefined}>
        {line === null ? message : t("admin.lesson_problem", { line, problem: message })}
      </p>
      {hasLesson && <p>{t("admin.lesson_preview_old")}</p>}
      {line !== null && (
        <p>
          <Button compact look="quiet" onClick={() => onLine(line)}>
            {t("admin.lesson_problem_go")}
          </Button>
        </p>
      )}
    </div>
  )
}

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
