import type { MessageKey } from "#platform/i18n/texts.ts"

/** Of what stands above the tabs. */
export const LEARNING_SHELL_TEXTS = [
  "learning.cares",
  "learning.coding",
  "learning.languages",
  "learning.percent",
  "learning.progress",
] as const satisfies readonly MessageKey[]

export const CATEGORIES = {
  coding: "learning.coding",
  languages: "learning.languages",
  cares: "learning.cares",
} as const
