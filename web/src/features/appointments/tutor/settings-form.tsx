import type { TutorSettings } from "@haitech/contract/admin/tutors"
import type { TutorBooking } from "@haitech/contract/tutors"
import { useEffect, useRef, useState } from "react"
import { localTimeZone } from "#features/appointments/local-zone.ts"
import { readTutor, TutorFields } from "#features/appointments/tutor-fields.tsx"
import { readSkills, TutorSkills } from "#features/appointments/tutor-skills.tsx"
import { useTutorApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Button } from "#ui/button.tsx"
import { usePausedSessions, useSaveSettings } from "./api.ts"
import { BookingLines } from "./booking-lines.tsx"

interface Props {
  readonly settings: TutorSettings | null
  readonly onDone: () => void
}

/** A pause that touches sessions is saved with the second press, once they have been shown. */
export function SettingsForm({ settings, onDone }: Props) {
  const { t, texts, lengths, showToast, failureMessage } = useTutorApp()
  const { mutateAsync: save } = useSaveSettings()
  const findPaused = usePausedSessions()
  const [touched, setTouched] = useState<Touched | null>(null)
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const wanted = { ...readTutor(input), ...readSkills(input) }
      const pause = pauseOf(wanted)
      const isKnown = pause === "" || pause === touched?.pause || (settings !== null && pause === pauseOf(settings))
      const bookings = isKnown ? [] : await findPaused(wanted)
      if (bookings.length > 0) {
        setTouched({ pause, bookings, zone: wanted.timeZone })
        return { state: "invalid", texts: {} }
      }
      return { state: "sent", body: await save(wanted) }
    },
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("profile.failed_title"), failureMessage(result.error))
      if (result.state !== "sent") return
      showToast("success", t("tutor.saved_title"), t("tutor.settings_saved"))
      onDone()
    },
  })
  return (
    <form className="grid gap-5" {...form}>
      <p className="text-muted">{t("tutor.settings_about")}</p>
      <fieldset className="grid gap-5" disabled={isSending}>
        <TutorFields
          {...{ texts, lengths, errors }}
          tutor={settings ?? {}}
          zone={settings?.timeZone ?? localTimeZone()}
        />
        <div className="grid gap-3">
          <TutorSkills
            texts={texts}
            legends={{ languages: t("tutor.languages"), subjects: t("tutor.subjects") }}
            tutor={settings ?? {}}
          />
          <p className="small text-muted">{t("tutor.skills_note")}</p>
        </div>
        {touched && <TouchedSessions touched={touched} />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit">
            {isSending ? t("profile.saving") : t(touched ? "tutor.pause_save" : "profile.save")}
          </Button>
          {settings && (
            <Button look="quiet" onClick={onDone}>
              {t("profile.cancel")}
            </Button>
          )}
        </div>
      </fieldset>
    </form>
  )
}

interface Touched {
  readonly pause: string
  readonly bookings: readonly TutorBooking[]
  readonly zone: string
}

function TouchedSessions({ touched: { bookings, zone } }: { readonly touched: Touched }) {
  const { t } = useTutorApp()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} className="notice" tabIndex={-1}>
      <BookingLines label={t("tutor.pause_touches")} bookings={bookings} zone={zone} />
    </div>
  )
}

/** Two settings with the same text pause on the same days of the same clock. */
function pauseOf({ pausedFrom, pausedUntil, timeZone }: TutorSettings): string {
  return pausedFrom ? [pausedFrom, pausedUntil, timeZone].join(" ") : ""
}
