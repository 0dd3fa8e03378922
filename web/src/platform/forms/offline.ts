import type { MessageKey } from "#platform/i18n/texts.ts"
import type { SubmitResult } from "./forms.ts"

export const OFFLINE_TEXTS = ["offline.title", "offline.kept"] as const satisfies readonly MessageKey[]

type Texts = Readonly<Record<(typeof OFFLINE_TEXTS)[number], string>>

interface ToastTexts {
  readonly title: string
  readonly description: string
}

/** The texts of a failed submit's toast: `failure`, unless the browser is offline, which is no failure of the form. */
export function failureTexts(result: SubmitResult, texts: Texts, failure: ToastTexts): ToastTexts {
  const isOffline = result.state === "refused" && result.status === null && !navigator.onLine
  return isOffline ? { title: texts["offline.title"], description: texts["offline.kept"] } : failure
}
