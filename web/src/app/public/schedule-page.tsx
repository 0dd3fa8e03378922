import { AppointmentCard } from "#features/appointments/appointment-card.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Medal } from "#ui/medal.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** Spec §2: "three program info cards". */
const KINDS = [
  { symbol: "code", colour: "text-action", name: "schedule.tutoring", about: "schedule.tutoring_about" },
  { symbol: "people", colour: "text-hibiscus", name: "schedule.mentoring", about: "schedule.mentoring_about" },
  { symbol: "speech", colour: "text-info", name: "schedule.consultation", about: "schedule.consultation_about" },
] as const

const STEPS = ["schedule.then_read", "schedule.then_email", "schedule.then_remind"] as const

/** Spec §2 Appointment request (/schedule). */
export function SchedulePage() {
  const { t } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("schedule.title")} lead={t("schedule.lead")} />
      {/* The form comes first, so that it is at the top of a phone's screen. */}
      <div className="wrap grid items-start gap-5 pt-8 pb-40 lg:grid-cols-[1fr_20rem] lg:gap-10">
        <AppointmentCard />
        <div className="grid gap-5">
          <section aria-labelledby="kinds-title">
            <h2 id="kinds-title" className="sr">
              {t("schedule.kinds")}
            </h2>
            <ul className="card raised session-kinds">
              {KINDS.map(({ symbol, colour, name, about }) => (
                <li key={name}>
                  <Medal symbol={symbol} className={`size-12 ${colour}`} />
                  <div>
                    <h3>{t(name)}</h3>
                    <p className="small text-muted">{t(about)}</p>
                  </div>
                </li>
              ))}
            </ul>
          </section>
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
      </div>
    </SiteLayout>
  )
}
