import {
  APPOINTMENT_SUBJECTS,
  DESCRIPTION_LENGTH,
  DURATIONS,
  PRIORITIES,
  SESSION_TYPES,
  START_TIMES,
} from "@haitech/contract/appointments"
import { formatHour } from "@haitech/contract/clock"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { APPOINTMENT_TEXTS, AppointmentForm } from "#features/appointments/appointment-form.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"

const LENGTHS = { name: NAME_LENGTH, email: EMAIL_LENGTH, description: DESCRIPTION_LENGTH }

/** Spec §2, "Book Your Session". A plain HTML post returns to #schedule. */
export function AppointmentCard() {
  const { t, language, site, form } = usePage()
  const options = {
    types: SESSION_TYPES.map((value) => ({ value, label: t(`schedule.${value}`) })),
    subjects: APPOINTMENT_SUBJECTS.map((value) => ({ value, label: t(`schedule.${value}`) })),
    times: START_TIMES.map((value) => ({ value, label: formatHour(language, `2026-01-01T${value}:00Z`, "UTC") })),
    durations: DURATIONS.map((minutes) => ({ value: String(minutes), label: t("schedule.minutes", { minutes }) })),
    priorities: PRIORITIES.map((value) => ({ value, label: t(`schedule.${value}`) })),
  }
  return (
    <section id="schedule" className="card raised overflow-hidden rounded-xl" aria-labelledby="schedule-title">
      <div className="card-eave">
        <h2 id="schedule-title" className="text-[1.375rem]">
          {t("schedule.book")}
        </h2>
        <div className="lambrequin" />
      </div>
      <div className="px-5 pt-12 pb-6 sm:px-8 sm:pb-8">
        <p className="mb-6 text-muted">{t("schedule.free")}</p>
        <Island
          of={AppointmentForm}
          when="interaction"
          props={{
            texts: pick(t, APPOINTMENT_TEXTS),
            language,
            page: address(language, "/schedule"),
            timeZone: site.timeZone,
            lengths: LENGTHS,
            options,
            ...(form?.name === "schedule" && { initialResult: form }),
          }}
        />
      </div>
    </section>
  )
}
