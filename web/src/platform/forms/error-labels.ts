import type { MessageKey } from "#platform/i18n/texts.ts"

export const ERROR_DIALOG_TEXTS = [
  "error.title",
  "error.retry",
  "error.dismiss",
  "error.type.error",
  "error.type.warning",
  "error.type.info",
  "dialog.close",
] as const satisfies readonly MessageKey[]

export function errorLabels(texts: Readonly<Record<(typeof ERROR_DIALOG_TEXTS)[number], string>>) {
  return {
    title: texts["error.title"],
    retry: texts["error.retry"],
    dismiss: texts["error.dismiss"],
    close: texts["dialog.close"],
    error: texts["error.type.error"],
    warning: texts["error.type.warning"],
    info: texts["error.type.info"],
  }
}
