import { useLearningApp } from "#platform/app/app.tsx"
import { Chip } from "#ui/chip.tsx"
import { CATEGORIES } from "./shell-texts.ts"

const SAMPLES = [
  { title: "learning.sample_python", about: "learning.sample_python_about", category: "coding" },
  { title: "learning.sample_spanish", about: "learning.sample_spanish_about", category: "languages" },
  { title: "learning.sample_interview", about: "learning.sample_interview_about", category: "cares" },
] as const

/** Spec §2, D7: while no course is published. */
export function SampleCards() {
  const { t } = useLearningApp()
  return (
    <>
      <p className="mb-4 text-muted">{t("learning.no_courses")}</p>
      <ul className="learning-cards">
        {SAMPLES.map(({ title, about, category }) => (
          <li key={title} className="card learning-card">
            <p className="learning-chips">
              <Chip>{t("home.example")}</Chip>
              <Chip>{t(CATEGORIES[category])}</Chip>
            </p>
            <h2>{t(title)}</h2>
            <p className="text-muted">{t(about)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
