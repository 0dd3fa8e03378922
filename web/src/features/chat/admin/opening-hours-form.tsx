import type { OpeningHours } from "@haitech/contract/admin/opening-hours"
import { cityOf } from "@haitech/contract/clock"
import { formatSpans, nameOfWeekday, WEEKDAYS } from "@haitech/contract/opening-hours"
import { useRef } from "react"
import { useConflictTexts } from "#platform/admin/use-conflict-texts.ts"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useOpeningHoursApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Conflict } from "#ui/conflict.tsx"
import { FieldError } from "#ui/field-frame.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { UndoBar } from "#ui/undo-bar.tsx"
import { OpeningDay } from "./opening-day.tsx"
import { useOpeningHours } from "./opening-hours-api.ts"
import { type OpeningHoursEditor, useOpeningHoursEditor } from "./use-opening-hours.ts"
import { useUndoOpeningHours } from "./use-undo-opening-hours.ts"

/** The hours of the week, when somebody is here to answer. */
export function OpeningHoursForm() {
  const loadError = useLoadError()
  const { data, error, refetch } = useOpeningHours()
  if (error && !data) return <LoadFailed {...loadError(error, refetch)} />
  if (!data) return <Skeleton className="h-96" />
  return <Form stored={data} />
}

function Form({ stored }: { readonly stored: OpeningHours }) {
  const { t, timeZone } = useOpeningHoursApp()
  const heading = useRef<HTMLHeadingElement>(null)
  const undo = useUndoOpeningHours()
  const editor = useOpeningHoursEditor(stored, undo.remember)
  const { form, week, errors, isSending, isDirty, wasRestored, conflict } = editor
  const discard = () => {
    editor.discard()
    // The button goes.
    heading.current?.focus()
  }
  return (
    <section className="admin-box" aria-labelledby="opening-week">
      <h2 id="opening-week" ref={heading} tabIndex={-1}>
        {t("admin.opening_hours_week")}
      </h2>
      <p className="text-muted">{t("admin.slot_zone", { city: cityOf(timeZone) })}</p>
      {conflict && <OpeningConflict mine={week} conflict={conflict} />}
      {wasRestored && <p className="notice small">{t("admin.draft_kept")}</p>}
      <form {...form}>
        <fieldset disabled={isSending} className="opening-week">
          {WEEKDAYS.map((day) => (
            <OpeningDay
              key={day}
              day={day}
              spans={week[day] ?? []}
              errors={errors}
              onChange={(spans) => editor.setDay(day, spans)}
            />
          ))}
        </fieldset>
        <div role="alert">{errors["week"] && <FieldError id="opening-week" text={errors["week"]} />}</div>
        <div className="admin-chips mt-5">
          <BusyButton type="submit" isBusy={isSending}>
            {isSending ? t("profile.saving") : t("profile.save")}
          </BusyButton>
          {isDirty && (
            <Button look="quiet" disabled={isSending} onClick={discard}>
              {t("admin.draft_discard")}
            </Button>
          )}
        </div>
      </form>
      <p className="small text-muted">{t("admin.opening_hours_footer", { hours: t("footer.hours") })}</p>
      <UndoBar {...undo.bar} />
    </section>
  )
}

interface ConflictProps {
  readonly mine: OpeningHoursEditor["week"]
  readonly conflict: NonNullable<OpeningHoursEditor["conflict"]>
}

function OpeningConflict({ mine, conflict: { theirs, ...choices } }: ConflictProps) {
  const { t, language } = useOpeningHoursApp()
  const valuesOf = (week: ConflictProps["mine"]) =>
    Object.fromEntries(
      WEEKDAYS.map((day) => [String(day), formatSpans(language, week[day]) || t("contact.closed")] as const),
    )
  return (
    <Conflict
      texts={useConflictTexts()}
      mine={valuesOf(mine)}
      theirs={valuesOf(theirs)}
      labels={Object.fromEntries(WEEKDAYS.map((day) => [String(day), nameOfWeekday(language, day)]))}
      {...choices}
    />
  )
}
