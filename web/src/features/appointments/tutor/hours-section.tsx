import { clockAt, formatHour } from "@haitech/contract/clock"
import type { OwnSlot } from "@haitech/contract/tutors"
import { lazy, Suspense, useState } from "react"
import { useTutorApp } from "#platform/app/app.tsx"
import { namesOfDay } from "#platform/i18n/days.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { CardSection } from "#ui/card-section.tsx"
import { Chip } from "#ui/chip.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useOwnSlots, useReopenHour } from "./api.ts"
import { LoadFailedLine } from "./load-failed-line.tsx"

const OpenHoursDialog = lazy(async () => ({ default: (await import("./open-hours-dialog.tsx")).OpenHoursDialog }))
const CloseHourDialog = lazy(async () => ({ default: (await import("./close-hour-dialog.tsx")).CloseHourDialog }))

/** The hours that students can book, and those that the tutor has closed. */
export function HoursSection({ zone }: { readonly zone: string }) {
  const { t } = useTutorApp()
  const [opening, setOpening] = useState<"never" | "open" | "closed">("never")
  return (
    <CardSection title={t("tutor.hours")}>
      <div className="grid justify-items-start gap-4">
        <Button compact onClick={() => setOpening("open")}>
          {t("admin.open_hours")}
        </Button>
        <Hours zone={zone} />
      </div>
      {opening !== "never" && (
        <Suspense>
          <OpenHoursDialog zone={zone} isOpen={opening === "open"} onClose={() => setOpening("closed")} />
        </Suspense>
      )}
    </CardSection>
  )
}

function Hours({ zone }: { readonly zone: string }) {
  const { t } = useTutorApp()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useOwnSlots()
  const [closing, setClosing] = useState<OwnSlot | null>(null)
  if (error && !data) return <LoadFailedLine error={error} again={refetch} />
  if (!data) return <Skeleton className="h-24" />
  const slots = data.pages.flatMap(({ rows }) => rows)
  if (slots.length === 0) return <p className="text-muted">{t("tutor.hours_none")}</p>
  return (
    <>
      <ul className="tutor-hours">
        {slots.map((slot) => (
          <Hour key={slot.id} slot={slot} zone={zone} onClose={() => setClosing(slot)} />
        ))}
      </ul>
      {hasNextPage && (
        <BusyButton look="quiet" compact isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("tutor.hours_more")}
        </BusyButton>
      )}
      {closing && (
        <Suspense>
          <CloseHourDialog slot={closing} zone={zone} onClose={() => setClosing(null)} />
        </Suspense>
      )}
    </>
  )
}

interface HourProps {
  readonly slot: OwnSlot
  readonly zone: string
  readonly onClose: () => void
}

function Hour({ slot, zone, onClose }: HourProps) {
  const { t, language } = useTutorApp()
  const { startsAt, endsAt, isAvailable, seriesId } = slot
  const { shortWeekday, day } = namesOfDay(language, clockAt(startsAt, zone).date)
  const hours = `${formatHour(language, startsAt, zone)} – ${formatHour(language, endsAt, zone)}`
  return (
    <li className={isAvailable ? undefined : "is-closed"}>
      <div>
        <p className="strong">
          {shortWeekday}, {day}
        </p>
        <p>
          <span className="tutor-hour">{hours}</span>
          {seriesId && `, ${t("tutor.hour_repeats")}`}
        </p>
      </div>
      <HourState slot={slot} />
      {isAvailable ? (
        <Button look="quiet" compact onClick={onClose}>
          {t("tutor.hour_close")}{" "}
          <span className="sr">
            {day}, {hours}
          </span>
        </Button>
      ) : (
        <Reopen id={slot.id} name={`${day}, ${hours}`} />
      )}
    </li>
  )
}

function HourState({ slot: { isAvailable, currentBookings, maxBookings } }: { readonly slot: OwnSlot }) {
  const { t } = useTutorApp()
  if (!isAvailable) return <Chip>{t("admin.slot_closed")}</Chip>
  if (currentBookings === 0) return <Chip tone="good">{t("tutor.hour_free")}</Chip>
  return <Chip tone="info">{t("admin.slot_taken", { taken: currentBookings, places: maxBookings })}</Chip>
}

function Reopen({ id, name }: { readonly id: string; readonly name: string }) {
  const { t, showToast, showFailure } = useTutorApp()
  const { mutate, isPending } = useReopenHour()
  const onSuccess = () => showToast("success", t("tutor.saved_title"), t("admin.slot_reopened"))
  return (
    <BusyButton look="quiet" compact isBusy={isPending} onClick={() => mutate(id, { onSuccess, onError: showFailure })}>
      {t("admin.slot_reopen")} <span className="sr">{name}</span>
    </BusyButton>
  )
}
