import type { MessageKey } from "#platform/i18n/texts.ts"

/** Of the page with the opening hours: the browser loads them as a fragment with it. */
export const OPENING_HOURS_TEXTS = [
  "admin.opening_hours_about",
  "admin.opening_hours_add",
  "admin.opening_hours_footer",
  "admin.opening_hours_saved",
  "admin.opening_hours_saved_about",
  "admin.opening_hours_undone",
  "admin.opening_hours_week",
  "contact.closed",
  "footer.hours",
] as const satisfies readonly MessageKey[]
