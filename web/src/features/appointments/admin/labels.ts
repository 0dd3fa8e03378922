import type { Appointment } from "@haitech/contract/appointments"
import type { AdminText } from "#platform/app/app.tsx"
import type { ChipTone } from "#ui/chip.tsx"

export const STATUSES = {
  pending: { text: "admin.appointment_pending", tone: "wait" },
  approved: { text: "admin.appointment_approved", tone: "good" },
  declined: { text: "admin.appointment_declined", tone: "bad" },
  completed: { text: "admin.appointment_completed", tone: "plain" },
  cancelled: { text: "admin.appointment_cancelled", tone: "plain" },
  no_show: { text: "admin.appointment_no_show", tone: "bad" },
} as const satisfies Readonly<Record<Appointment["status"], { readonly text: AdminText; readonly tone: ChipTone }>>

export const SUBJECTS = {
  coding: "schedule.coding",
  language: "schedule.language",
  career: "schedule.career",
  general: "schedule.general",
} as const satisfies Readonly<Record<Appointment["subject"], AdminText>>

export const SESSION_TYPES = {
  tutoring: "schedule.tutoring",
  mentoring: "schedule.mentoring",
  consultation: "schedule.consultation",
} as const satisfies Readonly<Record<Appointment["sessionType"], AdminText>>

export const PRIORITIES = {
  low: "admin.priority_low",
  normal: "admin.priority_normal",
  high: "admin.priority_high",
} as const satisfies Readonly<Record<Appointment["priority"], AdminText>>
