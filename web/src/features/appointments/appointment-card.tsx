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
import { pick } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { APPOINTMENT_TEXTS, AppointmentForm } from "./appointment-form.tsx"
import { packSlots } from "./packed-slots.ts"

const LENGTHS = { name: NAME_LENGTH, email: EMAIL_LENGTH, description: DESCRIPTION_LENGTH }

/** Spec §2, "Book Your Session". A plain HTML post returns to #schedule. */
export function AppointmentCard() {
  const { t, language, site, form, openHours } = usePage()
  const options = {
    types: SESSION_TYPES.map((value) => ({ value, label: t(`schedule.${value}`) })),
    subjects: APPOINTMENT_SUBJECTS.map((value) => ({ value, label: t(`schedule.${value}`) })),
    times: START_TIMES.map((value) => ({ value, label: formatHour(language, `2026-01-01T${value}:00Z`, "UTC") })),
    durations: DURATIONS.map((minutes) => ({ value: String(minutes), label: t("schedule.minutes", { minutes }) })),
    priorities: PRIORITIES.map((value) => ({ value, label: t(`schedule.${value}`) })),
  }
  return (
    <section id="schedule" aria-labelledby="schedule-title">
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
          ...(openHours && { openHours: packSlots(openHours.today, openHours.slots) }),
          ...(form?.name === "schedule" && { initialResult: form }),
        }}
      />
    </section>
  )
}
