import { RAW_ERROR_TEXTS } from "#platform/http/raw-errors.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"

export const APP_TEXTS = [
  ...RAW_ERROR_TEXTS,
  "dialog.close",
  "error.retry",
  "toast.close",
  "toast.region",
] as const satisfies readonly MessageKey[]
