import type { AppointmentRecord } from "@haitech/contract/admin/appointments"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { type AppointmentChange, type AppointmentStatus, useChangeAppointment } from "./api.ts"

const DONE = {
  pending: "admin.session_changed",
  approved: "admin.session_approved",
  declined: "admin.session_declined",
  completed: "admin.session_completed",
  cancelled: "admin.session_cancelled",
  no_show: "admin.session_no_show",
} as const satisfies Readonly<Record<AppointmentStatus, AdminText>>

type Session = Pick<AppointmentRecord, "id" | "status" | "studentName">

/** Changes a session and tells the result in a toast, because another one may be open by then. */
export function useSessionChange(session: Session) {
  const { t, showToast, showFailure } = useAdminApp()
  const { mutateAsync, isPending, variables } = useChangeAppointment(session)
  return {
    /** Only the button of what is being changed waits. */
    isChanging: (field: keyof AppointmentChange, value?: unknown) =>
      isPending && field in variables && (value === undefined || variables[field] === value),
    /** @returns whether it succeeded */
    async change(change: AppointmentChange, text: AdminText = DONE[change.status ?? "pending"]): Promise<boolean> {
      try {
        await mutateAsync(change)
        showToast("success", t("admin.updated_title"), t(text, { name: session.studentName }))
        return true
      } catch (failure) {
        showFailure(failure)
        return false
      }
    },
  }
}
