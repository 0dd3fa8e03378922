import { useLearningApp } from "#platform/app/app.tsx"
import { pluralOf } from "#platform/i18n/plural.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { buttonClass } from "#ui/button.tsx"

const COUNTED = { one: "review.due_one", other: "review.due_other" } as const

/** What is due to be repeated today. */
export function ReviewCard({ due }: { readonly due: number }) {
  const { t, language } = useLearningApp()
  return (
    <section className="card step" aria-labelledby="review">
      <h2 id="review">{t("review.title")}</h2>
      {due === 0 ? (
        <p className="text-muted">{t("review.none")}</p>
      ) : (
        <>
          <p className="text-muted">{t(COUNTED[pluralOf(language, due)], { count: due })}</p>
          <p>
            <AppLink className={buttonClass("quiet", true)} to="/review">
              {t("review.start")}
            </AppLink>
          </p>
        </>
      )}
    </section>
  )
}
