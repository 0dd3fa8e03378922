import { RETENTION_KINDS } from "@haitech/contract/retention"
import type { MessageKey } from "#platform/i18n/texts.ts"

/** Of the page about stored data: the browser loads them as a fragment with it. */
export const RETENTION_TEXTS = [
  "field.retention.invalid",
  "retention.about",
  "retention.begins",
  "retention.counts",
  "retention.dialog_about",
  "retention.dialog_title",
  "retention.fixed",
  "retention.fixed_cases",
  "retention.fixed_consents",
  "retention.fixed_donations",
  "retention.fixed_history",
  "retention.period_day",
  "retention.period_month",
  "retention.pending",
  "retention.range",
  "retention.shorten",
  "retention.take_back",
  "retention.taken_back",
  ...RETENTION_KINDS.map((kind) => `retention.${kind}` as const),
  ...RETENTION_KINDS.map((kind) => `retention.${kind}_why` as const),
] as const satisfies readonly MessageKey[]
