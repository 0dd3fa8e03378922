import { pathIn } from "@haitech/contract/languages"
import { useProfile } from "#features/members/api.ts"
import { useApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { buttonClass } from "#ui/button.tsx"
import { Icon } from "#ui/icon.tsx"
import { Medal, type MedalSymbol } from "#ui/medal.tsx"

export function HomePage() {
  const { t, language } = useApp()
  const { data: profile } = useProfile()
  const isComplete = (profile?.programs.length ?? 0) > 0 && (profile?.studyTimes.length ?? 0) > 0
  return (
    <div className="steps">
      <Step
        symbol="people"
        title={t("home_card.session_title")}
        about={t("home_card.session")}
        action={
          <a className={buttonClass()} href={pathIn(language, "/schedule")}>
            {t("home_card.session_action")}
            <Icon name="right" />
          </a>
        }
      />
      <Step
        symbol="code"
        title={t("home_card.programs_title")}
        about={t("home_card.programs")}
        action={
          <a className={buttonClass("quiet")} href={pathIn(language, "/programs")}>
            {t("home_card.programs_action")}
          </a>
        }
      />
      <Step
        symbol="clock"
        title={t("home_card.profile_title")}
        about={t(isComplete ? "home_card.profile_done" : "home_card.profile")}
        action={
          <AppLink className={buttonClass("quiet")} to="/profile">
            {t("home_card.profile_action")}
          </AppLink>
        }
      />
    </div>
  )
}

interface StepProps {
  readonly symbol: MedalSymbol
  readonly title: string
  readonly about: string
  readonly action: React.ReactNode
}

function Step({ symbol, title, about, action }: StepProps) {
  return (
    <section className="card step">
      <Medal symbol={symbol} className="size-16 text-action" />
      <h2 className="text-[1.375rem]">{title}</h2>
      <p className="text-muted">{about}</p>
      <p className="mt-auto pt-3">{action}</p>
    </section>
  )
}
