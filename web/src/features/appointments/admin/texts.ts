import type { MessageKey } from "#platform/i18n/texts.ts"

export const APPOINTMENTS_ADMIN_TEXTS = [
  "schedule.career",
  "schedule.coding",
  "schedule.general",
  "schedule.language",
  "schedule.minutes",
] as const satisfies readonly MessageKey[]
