import { pathIn } from "@haitech/contract/languages"
import type { ReactNode } from "react"
import { useApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { buttonClass } from "#ui/button.tsx"
import { lessonPath } from "./lesson-step.tsx"
import type { NextStep } from "./next-step.ts"

/** The next step in one line, above every tab but the first. */
export function NextStepLine({ step }: { readonly step: NextStep }) {
  const { t, language } = useApp()
  const look = buttonClass("light", true)
  switch (step.kind) {
    case "session":
      return (
        <Line title={t(step.session.status === "pending" ? "next.requested" : "next.session")}>
          <AppLink className={look} to="/schedule">
            {t("next.see")}
          </AppLink>
        </Line>
      )
    case "tutoring":
      return (
        <Line title={t("next.tutoring")}>
          <AppLink className={look} to="/tutor">
            {t("next.tutoring_see")}
          </AppLink>
        </Line>
      )
    case "lesson": {
      const { lesson } = step
      return (
        <Line title={lesson.lessonTitle} lang={lesson.language}>
          <a className={look} href={lessonPath(lesson, language)}>
            {t("next.continue")}
          </a>
        </Line>
      )
    }
    case "booking":
      return (
        <Line title={t("home_card.session_title")}>
          <a className={look} href={pathIn(language, "/schedule")}>
            {t("home_card.session_action")}
          </a>
        </Line>
      )
    case "program":
      return (
        <Line title={t("next.program_title")}>
          <AppLink className={look} to="/">
            {t("next.choose")}
          </AppLink>
        </Line>
      )
  }
}

interface LineProps {
  readonly title: string
  readonly lang?: string
  readonly children: ReactNode
}

function Line({ title, lang, children }: LineProps) {
  const { t } = useApp()
  return (
    <section className="band next-line" aria-label={t("next.label")}>
      <p>
        <span className="small">{t("next.label")}</span>
        <strong lang={lang}>{title}</strong>
      </p>
      {children}
    </section>
  )
}
