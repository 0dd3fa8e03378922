import { useLearningApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Button, buttonClass } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { Progress } from "#ui/progress.tsx"

const SAMPLES = [
  { title: "learning.sample_javascript", percent: 67, action: "learning.continue" },
  { title: "learning.sample_french", percent: 42, action: "learning.continue" },
  { title: "learning.sample_career", percent: 28, action: "learning.schedule" },
] as const

/** Spec §2, D7: for a member who has no course yet. */
export function SampleCourses() {
  const { t, showToast } = useLearningApp()
  return (
    <>
      <p className="mt-2 text-muted">{t("learning.none")}</p>
      <ul className="learning-courses">
        {SAMPLES.map(({ title, percent, action }) => (
          <li key={title}>
            <div className="grid gap-2">
              <div className="learning-course-head">
                <h3 id={title}>{t(title)}</h3>
                <Chip>{t("home.example")}</Chip>
              </div>
              <Progress label={t("learning.progress")} shown={t("learning.percent", { percent })} value={percent} />
            </div>
            <Button
              look="quiet"
              compact
              aria-describedby={title}
              onClick={() => showToast("success", t("learning.sample_toast_title"), t("learning.sample_toast"))}
            >
              {t(action)}
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <AppLink className={buttonClass("quiet", true)} to="/courses">
          {t("learning.all")}
        </AppLink>
      </p>
    </>
  )
}
