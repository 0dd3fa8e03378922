import type { Language } from "@haitech/contract/languages"
import type { ReactNode } from "react"
import { useApp } from "#platform/app/app.tsx"
import { BandSun } from "#ui/band-sun.tsx"

export const STEP_TITLE_ID = "next-step"

interface Props {
  readonly topic?: ReactNode
  readonly title: string
  /** Of the title, where it is not the page's. */
  readonly titleLanguage?: Language | undefined
  readonly about: ReactNode
  /** Beside the actions, or above them on a phone. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** The one next step of the dashboard's first page. */
export function StepBand({ topic, title, titleLanguage, about, note, children }: Props) {
  const { t } = useApp()
  return (
    <section className="band next-step" aria-labelledby={STEP_TITLE_ID}>
      <BandSun />
      <p className="small strong">
        {t("next.label")}
        {topic && <> · {topic}</>}
      </p>
      <h2 id={STEP_TITLE_ID} tabIndex={-1} lang={titleLanguage}>
        {title}
      </h2>
      <div className="lead">{about}</div>
      <div className="next-step-foot">
        {note}
        <p className="next-step-actions">{children}</p>
      </div>
    </section>
  )
}
