import { CHECK_AREAS, CHECK_LEVELS, FINDINGS, type FindingCode } from "@haitech/contract/admin/findings"
import type { MessageKey } from "#platform/i18n/texts.ts"

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
  ...CHECK_LEVELS.map((level) => `system.level_${level}` as const),
  ...CHECK_AREAS.map((area) => `system.area_${area}` as const),
  ...(Object.keys(FINDINGS) as FindingCode[]).map((code) => `system.${code}` as const),
] as const satisfies readonly MessageKey[]
