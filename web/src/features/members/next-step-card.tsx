import { pathIn } from "@haitech/contract/languages"
import { type ReactNode, useEffect, useRef } from "react"
import { useApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Button, buttonClass } from "#ui/button.tsx"
import { useChangeProfile } from "./change-profile.ts"
import { LessonStep } from "./lesson-step.tsx"
import type { NextStep, Session } from "./next-step.ts"
import { STEP_TITLE_ID, StepBand } from "./step-band.tsx"

const CHOICES = ["coding", "languages", "mentorship"] as const
const PROGRAMS = { coding: "program.coding", languages: "program.languages", mentorship: "program.mentorship" } as const

interface Props {
  readonly step: NextStep
  /** Says when a session is, on the site's clock and on the device's, and how to join it. */
  readonly when: (session: Session) => ReactNode
}

export function NextStepCard({ step, when }: Props) {
  const { t, label, language } = useApp()
  switch (step.kind) {
    case "session": {
      const isPending = step.session.status === "pending"
      return (
        <StepBand
          title={t(isPending ? "next.requested" : "next.session")}
          about={when(step.session)}
          note={isPending && <p>{t("next.reply")}</p>}
        >
          <AppLink className={buttonClass("light")} to="/schedule">
            {t("next.see")}
          </AppLink>
          <a className={buttonClass("ghost")} href={pathIn(language, "/schedule")}>
            {t("next.another")}
          </a>
        </StepBand>
      )
    }
    case "tutoring":
      return (
        <StepBand title={t("next.tutoring")} about={when(step.session)}>
          <AppLink className={buttonClass("light")} to="/tutor">
            {t("next.tutoring_see")}
          </AppLink>
        </StepBand>
      )
    case "lesson":
      return <LessonStep lesson={step.lesson} />
    case "booking":
      return (
        <StepBand
          topic={label(PROGRAMS, step.program)}
          title={t("home_card.session_title")}
          about={t("home_card.session")}
        >
          <a className={buttonClass("light")} href={pathIn(language, "/schedule")}>
            {t("home_card.session_action")}
          </a>
        </StepBand>
      )
    case "program":
      return (
        <StepBand title={t("next.program_title")} about={t("next.program")}>
          <ChoosePrograms />
        </StepBand>
      )
  }
}

function ChoosePrograms() {
  const { t, showFailure } = useApp()
  const { mutate, isPending } = useChangeProfile()
  const isChosen = useRef(false)
  // The pressed button goes with this list, and the next step has come.
  useEffect(() => () => void (isChosen.current && document.getElementById(STEP_TITLE_ID)?.focus()), [])
  const choose = (program: (typeof CHOICES)[number]) => {
    isChosen.current = true
    mutate({ programs: [program] }, { onError: showFailure })
  }
  return CHOICES.map((program) => (
    <Button key={program} look="light" disabled={isPending} onClick={() => choose(program)}>
      {t(PROGRAMS[program])}
    </Button>
  ))
}
