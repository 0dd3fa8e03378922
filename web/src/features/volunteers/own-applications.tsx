import type { Language } from "@haitech/contract/languages"
import { type ReactNode, useEffect, useRef } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button, buttonClass, focusAround } from "#ui/button.tsx"
import { Notice } from "#ui/notice.tsx"
import { PageMessage, PageSkeleton } from "#ui/page-states.tsx"
import type { OWN_TEXTS } from "./own-application.tsx"
import { useApplications } from "./use-applications.ts"

export const APPLICATIONS_TEXTS = [
  "application.link",
  "application.none",
  "application.loading",
  "application.failed",
  "application.withdrawn",
  "problem.application_link.expired",
  "footer.apply",
  "error.retry",
  "login.submit",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof APPLICATIONS_TEXTS | typeof OWN_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly pages: Readonly<Record<"contact" | "login" | "apply", string>>
}

/** The application of the link in an email, or those of the member. Opening the link changes nothing. */
export function OwnApplications({ texts, language, timeZone, pages }: Props) {
  const { view, isWithdrawn, retry, withdraw } = useApplications(language)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isWithdrawn) notice.current?.focus()
  }, [isWithdrawn])
  return (
    <div>
      <div ref={notice} tabIndex={-1} className="application-result">
        {isWithdrawn && <Notice failed={false}>{texts["application.withdrawn"]}</Notice>}
      </div>
      {view.state === "loading" && <PageSkeleton label={texts["application.loading"]} />}
      {view.state === "failed" && (
        <PageMessage sentence={`${texts["application.failed"]}. ${view.reason}`}>
          <Button ref={focusAround} look="quiet" onClick={retry}>
            {texts["error.retry"]}
          </Button>
        </PageMessage>
      )}
      {view.state === "unknown" && (
        <PageMessage sentence={texts["problem.application_link.expired"]}>
          <Way href={pages.contact}>{texts["donate.write"]}</Way>
        </PageMessage>
      )}
      {view.state === "no_link" && (
        <PageMessage sentence={texts["application.link"]}>
          <Way href={pages.login}>{texts["login.submit"]}</Way>
        </PageMessage>
      )}
      {view.state === "shown" && view.applications.length === 0 && (
        <PageMessage sentence={isWithdrawn ? "" : texts["application.none"]}>
          <Way href={pages.apply}>{texts["footer.apply"]}</Way>
        </PageMessage>
      )}
      {view.state === "shown" &&
        view.applications.map((application) => (
          <view.OwnApplication
            key={application.id}
            {...{ texts, language, timeZone, application }}
            contactPage={pages.contact}
            withdraw={() => withdraw(application)}
          />
        ))}
    </div>
  )
}

function Way({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className={buttonClass("quiet")} href={href}>
      {children}
    </a>
  )
}
