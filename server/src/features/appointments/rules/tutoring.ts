import type { APPOINTMENT_STATUSES } from "@haitech/contract/appointments"

/** The states in which a tutor works with the student, so may know what the student learns. */
export function isWorkedOn({ status }: { readonly status: (typeof APPOINTMENT_STATUSES)[number] }): boolean {
  return status === "pending" || status === "approved" || status === "completed"
}
