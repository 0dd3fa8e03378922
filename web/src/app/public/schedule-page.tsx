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

/** Spec §2 Appointment request (/schedule). */
export function SchedulePage() {
  const { t } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("schedule.title")} lead={t("schedule.lead")} />
      {/* The form comes first, so that it is at the top of a phone's screen. */}
      <div className="wrap grid items-start gap-5 pt-8 pb-40 lg:grid-cols-[38rem_1fr]">
        <AppointmentCard />
        <section className="lg:sticky lg:top-28" aria-labelledby="kinds-title">
          <h2 id="kinds-title" className="sr">
            {t("schedule.kinds")}
          </h2>
          <ul className="grid gap-5">
            {KINDS.map(({ symbol, colour, name, about }) => (
              <li key={name} className="card raised flex items-start gap-5 p-6">
                <Medal symbol={symbol} className={colour} />
                <div>
                  <h3>{t(name)}</h3>
                  <p className="mt-2 text-muted">{t(about)}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </SiteLayout>
  )
}
