import { formatDay } from "@haitech/contract/clock"
import { SignupCard } from "#features/accounts/signup-card.tsx"
import { ApplicationCard } from "#features/volunteers/application-card.tsx"
import { PageLink } from "#platform/navigation/link.tsx"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { LitMedal } from "#ui/lit-medal.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

const STEPS = ["apply.then_answer", "apply.then_interview", "apply.then_screening", "apply.then_training"] as const

/** spec §5, D3: the application of volunteers, mentors and ambassadors, and the step to their account. */
export function ApplyPage() {
  const { t, form } = usePage()
  const isSent = form?.name === "register" || (form?.name === "apply" && form.sent)
  return (
    <SiteLayout>
      {isSent ? <ThanksHead /> : <PageHead title={t("apply.title")} lead={t("apply.lead")} />}
      <div className="wrap grid items-start gap-5 pt-8 pb-40 lg:grid-cols-[1fr_20rem] lg:gap-10">
        <div className="grid gap-5">
          {!isSent && <ApplicationCard />}
          {form?.name === "apply" && form.sent ? (
            <p>
              <PageLink to="/application" className={buttonClass("quiet")}>
                {t("apply.see_own")}
              </PageLink>
            </p>
          ) : (
            <SignupCard />
          )}
        </div>
        <section className="card raised p-5" aria-labelledby="then-title">
          <h2 id="then-title" className="text-[1.0625rem]">
            {t("schedule.then_title")}
          </h2>
          <ol className="next-steps">
            {STEPS.map((step) => (
              <li key={step} className="small text-muted">
                {t(step)}
              </li>
            ))}
          </ol>
        </section>
      </div>
    </SiteLayout>
  )
}

/** Without script the thank-you is the head of this page. */
function ThanksHead() {
  const { t, language, answerOn } = usePage()
  const answer = answerOn && t("apply.thanks_answer", { day: formatDay(language, `${answerOn}T00:00:00Z`, "UTC") })
  const lead = [answer, t("apply.thanks_email")].filter(Boolean).join(" ")
  return <PageHead emblem={<LitMedal unfolds />} title={t("apply.thanks_title")} lead={lead} />
}
