import { OFFLINE_TEXTS } from "#platform/forms/offline.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"

export const HELP_TEXTS = [
  ...OFFLINE_TEXTS,
  "help.lead",
  "help.question",
  "help.start",
  "help.start_exercise",
  "help.language",
  "help.goes_along",
  "help.lesson",
  "help.tries_one",
  "help.tries_other",
  "help.send",
  "help.sending",
  "help.sent_title",
  "help.sent",
  "help.open_chat",
  "help.another",
  "help.waiting_title",
  "help.waiting",
  "help.refused",
  "help.guest",
  "help.sign_in",
  "help.register",
  "help.contact",
  "help.tutor",
  "field.invalid",
  "field.message.required",
] as const satisfies readonly MessageKey[]

export type HelpTexts = Readonly<Record<(typeof HELP_TEXTS)[number], string>>
