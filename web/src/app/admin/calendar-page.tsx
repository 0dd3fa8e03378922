import { type ReactNode, useState } from "react"
import { useAppointment } from "#features/appointments/admin/api.ts"
import { AppointmentDetail } from "#features/appointments/admin/appointment-detail.tsx"
import { CalendarDays } from "#features/appointments/admin/calendar-days.tsx"
import { CalendarDifferences } from "#features/appointments/admin/calendar-differences.tsx"
import {
  type CalendarDialog,
  CalendarHead,
  CalendarStrip,
  OpenHoursButton,
} from "#features/appointments/admin/calendar-head.tsx"
import { CalendarsDialog } from "#features/appointments/admin/calendars-dialog.tsx"
import { ClosedDaysDialog } from "#features/appointments/admin/closed-days.tsx"
import { RequestsPanel } from "#features/appointments/admin/requests-panel.tsx"
import type { Closing } from "#features/appointments/admin/slot-closing.tsx"
import { SlotDetail } from "#features/appointments/admin/slot-detail.tsx"
import { OpenHoursDialog } from "#features/appointments/admin/slot-form.tsx"
import { useSlot } from "#features/appointments/admin/slots-api.ts"
import { TutorsDialog } from "#features/appointments/admin/tutors-dialog.tsx"
import { type CalendarPlace, useCalendarPlace } from "#features/appointments/admin/use-calendar-place.ts"
import { useCurrentRequest } from "#features/appointments/admin/use-current-request.ts"
import { useNow } from "#features/appointments/admin/use-now.ts"
import { useUndoClosing } from "#features/appointments/admin/use-undo-closing.ts"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useShortcuts } from "#platform/admin/use-shortcuts.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { CallFailed } from "#platform/http/request.ts"
import { DetailPane } from "#ui/detail-pane.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { UndoBar } from "#ui/undo-bar.tsx"
import { SessionsPage } from "./sessions-page.tsx"

/** Spec §2 "calendar management": the sessions, what waits for approval, and the hours that are open. */
export function CalendarPage() {
  const now = useNow()
  const place = useCalendarPlace(now)
  const [dialog, setDialog] = useState<CalendarDialog | null>(null)
  // A dialog reports its closing asynchronously: by then another one may be open.
  const close = (closed: CalendarDialog) => () => setDialog((open) => (open === closed ? null : open))
  useShortcuts({ n: () => setDialog("hours") })
  const strip = (
    <>
      <CalendarStrip place={place} onOpen={setDialog} />
      <CalendarDifferences />
    </>
  )
  const tools = <OpenHoursButton onOpen={setDialog} />
  return (
    <>
      {place.view === "list" ? (
        <SessionsPage strip={strip} action={tools} />
      ) : (
        <Calendar place={place} now={now} strip={strip} tools={tools} />
      )}
      <OpenHoursDialog date={dialog === "hours" ? place.date : null} onClose={close("hours")} />
      <TutorsDialog isOpen={dialog === "tutors"} today={place.today} onClose={close("tutors")} />
      <ClosedDaysDialog isOpen={dialog === "closed"} onClose={close("closed")} />
      <CalendarsDialog isOpen={dialog === "calendars"} onClose={close("calendars")} />
    </>
  )
}

interface CalendarProps {
  readonly place: CalendarPlace
  readonly now: Date
  readonly strip: ReactNode
  readonly tools: ReactNode
}

function Calendar({ place, now, strip, tools }: CalendarProps) {
  const { t } = useAdminApp()
  const { query, requests, current, setCurrent } = useCurrentRequest()
  const closings = useUndoClosing()
  useShortcuts({ t: () => place.setDate(place.today), Escape: place.close })
  const onClosed = (closing: Closing) => {
    closings.remember(closing)
    // A booked hour stays, closed, so that its bookings can be moved.
    if (closing.isGone) place.close()
  }
  return (
    <div className="admin-split admin-calendar">
      <section className="admin-list" aria-labelledby="admin-title">
        <div className="admin-tools-place">
          <CalendarHead place={place} tools={tools} />
        </div>
        {strip}
        <CalendarDays place={place} now={now} currentId={current?.id} />
      </section>
      <DetailPane
        label={t("admin.detail")}
        back={t("admin.back_calendar")}
        onClose={place.close}
        empty={
          <RequestsPanel
            requests={requests}
            query={query}
            currentId={current?.id}
            now={now}
            onCurrent={setCurrent}
            onOpen={place.showSession}
          />
        }
      >
        {openPane(place, onClosed)}
      </DetailPane>
      <UndoBar {...closings.bar} />
    </div>
  )
}

function openPane({ openId, slotId }: CalendarPlace, onClosed: (closing: Closing) => void): ReactNode {
  if (openId) return <OpenSession key={openId} id={openId} />
  return slotId ? <OpenSlot key={slotId} id={slotId} onClosed={onClosed} /> : null
}

function OpenSession({ id }: { readonly id: string }) {
  const { data, error, refetch } = useAppointment(id)
  return data ? <AppointmentDetail appointment={data} /> : <Waiting error={error} refetch={refetch} />
}

interface OpenSlotProps {
  readonly id: string
  readonly onClosed: (closing: Closing) => void
}

function OpenSlot({ id, onClosed }: OpenSlotProps) {
  const { data, error, refetch } = useSlot(id)
  return data ? <SlotDetail slot={data} onClosed={onClosed} /> : <Waiting error={error} refetch={refetch} />
}

interface WaitingProps {
  readonly error: unknown
  readonly refetch: () => unknown
}

function Waiting({ error, refetch }: WaitingProps) {
  const { t } = useAdminApp()
  const loadError = useLoadError()
  if (!error) return <Skeleton className="h-48" />
  const isUnknown = error instanceof CallFailed && (error.status === 404 || error.status === 400)
  return isUnknown ? (
    <EmptyState symbol="lost" sentence={t("admin.nothing_found")} />
  ) : (
    <LoadFailed {...loadError(error, refetch)} />
  )
}
