import type { MessageKey } from "#platform/i18n/texts.ts"

export const APPOINTMENTS_ADMIN_TEXTS = [
  "schedule.career",
  "schedule.coding",
  "schedule.consultation",
  "schedule.general",
  "schedule.language",
  "schedule.mentoring",
  "schedule.minutes",
  "schedule.tutoring",
] as const satisfies readonly MessageKey[]
