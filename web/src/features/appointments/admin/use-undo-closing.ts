import type { Slot } from "@haitech/contract/admin/slots"
import { routes } from "@haitech/contract/routes"
import { useState } from "react"
import { useShortcuts } from "#platform/admin/use-shortcuts.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { request } from "#platform/http/request.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import type { Closing } from "./slot-closing.tsx"
import { useSlotMutation } from "./slots-api.ts"

const TYPES = ["tutoring", "mentoring", "consultation"] as const

/**
 * Undoes the closing of one hour: a closed hour is opened again, and one that is gone is opened anew, which nobody can tell
 * apart, as nobody had booked it. The end of a series is not undone here.
 */
export function useUndoClosing() {
  const { t, language, timeZone, showToast, showFailure } = useAdminApp()
  const [closing, setClosing] = useState<Closing | null>(null)
  const { mutateAsync: open, isPending } = useSlotMutation<Closing, unknown>(({ slot, isGone }) =>
    isGone
      ? request(routes.createSlots, { body: { ...openingOf(slot), timeZone } }, language)
      : request(routes.changeSlot, { params: { id: slot.id }, body: { isAvailable: true } }, language),
  )

  async function undo() {
    if (!closing || isPending) return
    try {
      await open(closing)
      setClosing(null)
      showToast("success", t("admin.updated_title"), t("admin.slot_reopened"))
    } catch (failure) {
      showFailure(failure)
    }
  }

  useShortcuts(closing ? { z: () => void undo() } : {})
  const hour = closing ? formatWhen(language, closing.slot.startsAt, timeZone).exact : ""
  const title = t("admin.slots_closed", { count: 1 })
  return {
    remember: (closed: Closing) => setClosing(closed.hasLater ? null : closed),
    bar: {
      of: closing && { id: closing.slot.id, title, about: t("admin.slot_closed_about", { hour }) },
      undo: t("admin.undo"),
      isPending,
      onUndo: () => void undo(),
      onGone: () => setClosing(null),
    },
  }
}

/** The day and the hours are on the site's clock. */
function openingOf({ date, startTime, endTime, tutorId, sessionTypes, maxBookings }: Slot) {
  const types = TYPES.filter((type) => sessionTypes.includes(type))
  return { date, startTime, endTime, tutorId, maxBookings, sessionTypes: types }
}
