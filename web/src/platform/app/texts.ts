import type { MessageKey } from "#platform/i18n/texts.ts"

/** Texts of both apps. */
export const APP_TEXTS = [
  "dialog.close",
  "error.retry",
  "toast.close",
  "toast.region",
] as const satisfies readonly MessageKey[]
