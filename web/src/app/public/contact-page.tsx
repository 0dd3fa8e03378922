import { cityOf, formatDay } from "@haitech/contract/clock"
import { formatOpeningWeek } from "@haitech/contract/opening-hours"
import type { ReactNode } from "react"
import { ContactCard } from "#features/outreach/admin/contact-card.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Icon } from "#ui/icon.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SectionHeading } from "#ui/section-heading.tsx"
import { SiteLayout } from "./layout.tsx"

const HOURS = [
  { days: "contact.weekdays", hours: "contact.weekdays_hours" },
  { days: "contact.saturday", hours: "contact.saturday_hours" },
  { days: "contact.sunday", hours: "contact.closed" },
] as const

const QUESTIONS = [
  { question: "faq.group", answer: "faq.group_answer" },
  { question: "faq.individual", answer: "faq.individual_answer" },
  { question: "faq.languages", answer: "faq.languages_answer" },
] as const

/** Spec §2 Alternate contact page ("Get in Touch"). It has the hours of the spec until an administrator sets others. */
export function ContactPage() {
  const { t } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("contact.title")} lead={t("contact.lead")} />
      {/* The form comes first, so that it is at the top of a phone's screen. */}
      <div className="wrap grid items-start gap-5 pt-8 lg:grid-cols-[38rem_1fr]">
        <ContactCard title={t("contact.form")} withSubject />
        <div className="grid gap-5">
          <Details />
          <Hours />
        </div>
      </div>
      <Questions />
    </SiteLayout>
  )
}

function Details() {
  const { t } = usePage()
  return (
    <section className="card raised p-6 lg:p-8" aria-labelledby="details-title">
      <h2 id="details-title" className="text-[1.375rem]">
        {t("contact.details")}
      </h2>
      <dl className="pairs mt-4">
        <Pair term={t("contact.email")}>
          {[t("footer.email_contact"), t("footer.email_support")].map((email) => (
            <a key={email} className="more flex" href={`mailto:${email}`}>
              {email}
            </a>
          ))}
        </Pair>
        <Pair term={t("contact.network")}>
          <a className="more" href={t("footer.linkedin_url")} rel="noopener">
            {t("footer.linkedin")}
          </a>
        </Pair>
        <Pair term={t("contact.where")}>{t("contact.where_text")}</Pair>
      </dl>
    </section>
  )
}

function Hours() {
  const { t, language, site, openingHours } = usePage()
  const { week, closedDays = [] } = openingHours ?? {}
  const hours = week
    ? formatOpeningWeek(language, week).map((each) => ({ days: each.days, hours: each.hours || t("contact.closed") }))
    : HOURS.map((each) => ({ days: t(each.days), hours: t(each.hours) }))
  return (
    <section className="card raised p-6 lg:p-8" aria-labelledby="hours-title">
      <h2 id="hours-title" className="text-[1.375rem]">
        {t("contact.hours")}
      </h2>
      <dl className="pairs mt-4">
        {hours.map((each) => (
          <Pair key={each.days} term={each.days}>
            {each.hours}
          </Pair>
        ))}
      </dl>
      {week && <p className="text-muted mt-4">{t("contact.hours_zone", { city: cityOf(site.timeZone) })}</p>}
      {closedDays.length > 0 && (
        <>
          <p className="text-muted mt-4">{t("contact.closed_days")}</p>
          <ul>
            {closedDays.map((day) => (
              <li key={day}>{formatDay(language, `${day}T00:00:00Z`, "UTC")}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Pair({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="strong">{children}</dd>
    </div>
  )
}

function Questions() {
  const { t } = usePage()
  return (
    <section className="wrap pt-(--section) pb-40" aria-labelledby="faq-title">
      <SectionHeading id="faq-title" title={t("faq.title")} />
      <div className="mt-8 grid max-w-[48rem] gap-3">
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question} className="card question">
            <summary>
              {t(question)}
              <Icon name="down" />
            </summary>
            <p className="text-muted">{t(answer)}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
