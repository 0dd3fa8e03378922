import { CHECK_AREAS, CHECK_LEVELS, FINDINGS, type FindingCode } from "@haitech/contract/admin/findings"
import type { MessageKey } from "#platform/i18n/texts.ts"

export const VITAL_TEXTS = {
  LCP: "system.vitals_lcp",
  INP: "system.vitals_inp",
  CLS: "system.vitals_cls",
  TTFB: "system.vitals_ttfb",
} as const

/** Of the page about the system: the browser loads them as a fragment with it. */
export const SYSTEM_ADMIN_TEXTS = [
  "system.about",
  "system.all_well",
  "system.backup_begins",
  "system.backup_begun",
  "system.backup_now",
  "system.check_again",
  "system.checked_at",
  "system.checking",
  "system.counts",
  "system.sending",
  "system.slow",
  "system.test_email",
  "system.test_email_sent",
  "system.test_email_title",
  "system.vitals",
  "system.vitals_about",
  "system.vitals_empty",
  "system.vitals_fair",
  "system.vitals_good",
  "system.vitals_group",
  "system.vitals_groups",
  "system.vitals_limits",
  "system.vitals_off",
  "system.vitals_over",
  "system.vitals_page",
  "system.vitals_poor",
  "system.vitals_unknown",
  "system.vitals_up_to",
  "system.vitals_visits",
  "system.vitals_week",
  "system.vitals_weeks",
  ...Object.values(VITAL_TEXTS),
  ...CHECK_LEVELS.map((level) => `system.level_${level}` as const),
  ...CHECK_AREAS.map((area) => `system.area_${area}` as const),
  ...(Object.keys(FINDINGS) as FindingCode[]).map((code) => `system.${code}` as const),
] as const satisfies readonly MessageKey[]
