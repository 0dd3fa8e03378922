import { useLearningApp } from "#platform/app/app.tsx"
import { pluralOf } from "#platform/i18n/plural.ts"
import { Button } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"

const SAMPLES = [
  { name: "group.javascript", about: "group.javascript_about", members: 12 },
  { name: "group.french", about: "group.french_about", members: 8 },
  { name: "group.career", about: "group.career_about", members: 15 },
] as const

const COUNTED = { one: "group.members_one", other: "group.members_other" } as const

/** Spec §2, Community, D7: sample study groups, until the product has its own. */
export function StudyGroups() {
  const { t, language, showToast } = useLearningApp()
  return (
    <>
      <p className="mb-4 text-muted">{t("group.soon")}</p>
      <ul className="learning-cards">
        {SAMPLES.map(({ name, about, members }) => (
          <li key={name} className="card learning-card">
            <p className="learning-chips">
              <Chip>{t("home.example")}</Chip>
            </p>
            <h2 id={name}>{t(name)}</h2>
            <p className="text-muted">{t(about)}</p>
            <p className="small">{t(COUNTED[pluralOf(language, members)], { count: members })}</p>
            <p>
              <Button
                look="quiet"
                compact
                aria-describedby={name}
                onClick={() => showToast("success", t("group.toast_title"), t("group.toast"))}
              >
                {t("group.join")}
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
