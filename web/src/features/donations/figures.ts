import type { Language } from "@haitech/contract/languages"
import type { GiftFigures } from "@haitech/contract/pages"
import { formatMonth } from "#platform/i18n/months.ts"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { pluralOf } from "#platform/i18n/plural.ts"
import type { Translate } from "#platform/i18n/texts.ts"

const LABELS = {
  sessions: "donate.done_sessions",
  lessons: "donate.done_lessons",
  members: "donate.done_members",
} as const

const NAMES = ["sessions", "lessons", "members"] as const

interface ShownFigure {
  readonly name: (typeof NAMES)[number]
  readonly value: string
  readonly label: string
}

/** Without the figures that are 0. */
export function shownFigures(t: Translate, language: Language, figures: GiftFigures | undefined): ShownFigure[] {
  if (!figures) return []
  const month = formatMonth(language, figures.through.slice(0, 7), "long")
  return NAMES.filter((name) => figures[name] > 0).map((name) => ({
    name,
    value: formatNumber(language, figures[name]),
    label: t(`${LABELS[name]}_${pluralOf(language, figures[name])}`, { month }),
  }))
}

/** The figures in one sentence of thanks; empty without any. */
export function thanksWithFigures(t: Translate, language: Language, figures: GiftFigures | undefined): string {
  const shown = shownFigures(t, language, figures).map(({ value, label }) => `${value}\u00a0${label}`)
  return shown.length > 0 ? t("donate.done_thanks", { figures: shown.join(", ") }) : ""
}
