import type { Values } from "#platform/i18n/fill.ts"

type Translate = (key: "next.minutes" | "learning.hours", values: Values) => string

/** `98` minutes are "1 h 38 min". */
export function formatDuration(t: Translate, minutes: number): string {
  if (minutes < 60) return t("next.minutes", { minutes })
  return t("learning.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
