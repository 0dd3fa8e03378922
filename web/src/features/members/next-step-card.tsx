import type { OwnAppointment } from "@haitech/contract/appointments"
import { pathIn } from "@haitech/contract/languages"
import type { ReactNode } from "react"
import { useApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { BandSun } from "#ui/band-sun.tsx"
import { Button, buttonClass } from "#ui/button.tsx"
import { useChangeProfile } from "./api.ts"
import type { NextStep } from "./next-step.ts"

const CHOICES = ["coding", "languages", "mentorship"] as const
const PROGRAMS = { coding: "program.coding", languages: "program.languages", mentorship: "program.mentorship" } as const

interface Props {
  readonly step: NextStep
  /** Says when a session is, on the site's clock and on the device's, and how to join it. */
  readonly when: (session: OwnAppointment) => ReactNode
}

export function NextStepCard({ step, when }: Props) {
  const { t, label } = useApp()
  switch (step.kind) {
    case "session": {
      const isPending = step.session.status === "pending"
      return (
        <Card
          title={t(isPending ? "next.requested" : "next.session")}
          about={when(step.session)}
          note={isPending && t("next.reply")}
        >
          <AppLink className={buttonClass("light")} to="/schedule">
            {t("next.see")}
          </AppLink>
          <ToSchedule text="next.another" />
        </Card>
      )
    }
    case "booking":
      return (
        <Card topic={label(PROGRAMS, step.program)} title={t("home_card.session_title")} about={t("home_card.session")}>
          <ToSchedule text="home_card.session_action" />
        </Card>
      )
    case "program":
      return (
        <Card title={t("next.program_title")} about={t("next.program")}>
          <ChoosePrograms />
        </Card>
      )
  }
}

function ToSchedule({ text }: { readonly text: "next.another" | "home_card.session_action" }) {
  const { t, language } = useApp()
  return (
    <a className={buttonClass(text === "next.another" ? "ghost" : "light")} href={pathIn(language, "/schedule")}>
      {t(text)}
    </a>
  )
}

function ChoosePrograms() {
  const { t, showFailure } = useApp()
  const { mutate, isPending } = useChangeProfile()
  return CHOICES.map((program) => (
    <Button
      key={program}
      look="light"
      disabled={isPending}
      onClick={() => mutate({ programs: [program] }, { onError: showFailure, onSuccess: focusTitle })}
    >
      {t(PROGRAMS[program])}
    </Button>
  ))
}

const TITLE_ID = "next-step"

/** The pressed button is gone. */
function focusTitle(): void {
  requestAnimationFrame(() => document.getElementById(TITLE_ID)?.focus())
}

interface CardProps {
  readonly topic?: string
  readonly title: string
  readonly about: ReactNode
  readonly note?: string | false
  readonly children: ReactNode
}

function Card({ topic, title, about, note, children }: CardProps) {
  const { t } = useApp()
  return (
    <section className="band next-step" aria-labelledby={TITLE_ID}>
      <BandSun />
      <p className="small strong">
        {t("next.label")}
        {topic && ` · ${topic}`}
      </p>
      <h2 id={TITLE_ID} tabIndex={-1}>
        {title}
      </h2>
      <div className="lead">{about}</div>
      {note && <p>{note}</p>}
      <p className="next-step-actions">{children}</p>
    </section>
  )
}
