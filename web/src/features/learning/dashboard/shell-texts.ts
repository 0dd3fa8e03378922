import type { MessageKey } from "#platform/i18n/texts.ts"

/** Of what stands above the tabs. */
export const LEARNING_SHELL_TEXTS = [
  "course.cares",
  "course.coding",
  "course.languages",
  "learning.percent",
  "learning.progress",
] as const satisfies readonly MessageKey[]

export const CATEGORIES = {
  coding: "course.coding",
  languages: "course.languages",
  cares: "course.cares",
} as const
