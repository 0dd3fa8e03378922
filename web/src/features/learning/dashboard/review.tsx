import { pathIn } from "@haitech/contract/languages"
import type { ReviewItem } from "@haitech/contract/learning"
import { ExerciseView } from "#features/learning/exercises/exercise-view.tsx"
import { useReviewApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Button, buttonClass } from "#ui/button.tsx"
import { LitMedal } from "#ui/lit-medal.tsx"
import { foreign } from "./foreign.ts"
import { useReview } from "./use-review.ts"

/** `items` stay the same until the review is over. */
export function Review({ items }: { readonly items: readonly ReviewItem[] }) {
  const { item, number, isRight, rightAtOnce, answer, next } = useReview(items)
  const { t, texts, language } = useReviewApp()
  if (!item) return <Done right={rightAtOnce} count={items.length} />
  const { exercise, lessonId } = item
  const textLanguage = foreign(item.language, language)
  return (
    <div className="learning-review">
      <ExerciseView
        key={`${lessonId} ${exercise.id}`}
        {...{ exercise, texts, language }}
        {...(textLanguage && { textLanguage })}
        title={t("review.number", { number, count: items.length })}
        onAnswer={({ isCorrect }) => void answer(isCorrect)}
      />
      <div className="learning-review-foot">
        <Source item={item} />
        <Button look={isRight ? "primary" : "quiet"} onClick={next}>
          {t(number === items.length ? "review.finish" : isRight ? "review.next" : "review.later")}
        </Button>
      </div>
    </div>
  )
}

function Source({ item }: { readonly item: ReviewItem }) {
  const { t, language } = useReviewApp()
  const { courseSlug, lessonSlug, lessonTitle } = item
  return (
    <p className="small text-muted">
      {t("review.from")}{" "}
      <a
        className="underline"
        href={pathIn(language, `/learn/${courseSlug}/${lessonSlug}`)}
        lang={foreign(item.language, language)}
      >
        {lessonTitle}
      </a>
    </p>
  )
}

function Done({ right, count }: { readonly right: number; readonly count: number }) {
  const { t } = useReviewApp()
  return (
    <div className="empty-state" role="status">
      <LitMedal unfolds />
      <h2 className="text-[1.375rem]">{t("review.done_title")}</h2>
      <p className="lead">{t("review.done", { right, count })}</p>
      <AppLink className={buttonClass()} to="/">
        {t("review.back")}
      </AppLink>
    </div>
  )
}
