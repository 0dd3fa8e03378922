import type { MessageKey } from "#platform/i18n/texts.ts"

/** Of the search over everything, which loads when it is first opened. */
export const SEARCH_TEXTS = [
  "admin.application_status_active",
  "admin.application_status_alumni",
  "admin.application_status_declined",
  "admin.application_status_paused",
  "admin.search_found",
  "admin.search_hint",
  "admin.search_more",
  "admin.search_pages",
] as const satisfies readonly MessageKey[]
