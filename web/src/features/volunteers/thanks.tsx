import { formatDay } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import type { Application } from "@haitech/contract/volunteers"
import { useEffect, useRef } from "react"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { buttonClass } from "#ui/button.tsx"
import { LitMedal } from "#ui/lit-medal.tsx"

export const THANKS_TEXTS = [
  "apply.thanks_title",
  "apply.thanks_answer",
  "apply.thanks_email",
  "apply.see_own",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof THANKS_TEXTS)[number], string>>
  readonly language: Language
  readonly ownPage: string
  readonly application: Pick<Application, "answerOn" | "token">
}

/** What happens next, and until when. A member's account has the application already. */
export function Thanks({ texts, language, ownPage, application }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    title.current?.closest("section")?.scrollIntoView()
  }, [])
  const day = formatDay(language, `${application.answerOn}T00:00:00Z`, "UTC")
  return (
    <div className="application-thanks grid justify-items-center gap-4 py-6 text-center">
      <LitMedal unfolds />
      <h2 ref={title} tabIndex={-1} className="text-[1.75rem]">
        {texts["apply.thanks_title"]}
      </h2>
      <p className="lead strong">{fill(texts["apply.thanks_answer"], { day })}</p>
      <p className="max-w-[34rem] text-muted">{texts["apply.thanks_email"]}</p>
      {application.token === null && (
        <a className={buttonClass("quiet")} href={ownPage}>
          {texts["apply.see_own"]}
        </a>
      )}
    </div>
  )
}
