import type { AUDIT_TEXTS } from "#features/accounts/admin/audit-texts.ts"
import { ACCOUNTS_ADMIN_TEXTS } from "#features/accounts/admin/texts.ts"
import type { PROOFS_ADMIN_TEXTS } from "#features/appointments/admin/hours-proof-texts.ts"
import type { MATCHING_TEXTS } from "#features/appointments/admin/matching-texts.ts"
import { APPOINTMENTS_ADMIN_TEXTS } from "#features/appointments/admin/texts.ts"
import type { OPENING_HOURS_TEXTS } from "#features/chat/admin/opening-hours-texts.ts"
import { CHAT_ADMIN_TEXTS } from "#features/chat/admin/texts.ts"
import type { DONATION_PAGE_TEXTS } from "#features/donations/admin/donation-texts.ts"
import { DONATIONS_ADMIN_TEXTS } from "#features/donations/admin/texts.ts"
import type { GROUPS_ADMIN_TEXTS } from "#features/groups/admin/texts.ts"
import type { LEARNING_ADMIN_TEXTS } from "#features/learning/admin/texts.ts"
import type { IMPORT_TEXTS } from "#features/outreach/admin/import-texts.ts"
import { OUTREACH_ADMIN_TEXTS } from "#features/outreach/admin/texts.ts"
import type { NEWSLETTERS_ADMIN_TEXTS } from "#features/publishing/admin/newsletter-texts.ts"
import { PUBLISHING_ADMIN_TEXTS } from "#features/publishing/admin/texts.ts"
import type { SAFEGUARDING_ADMIN_TEXTS } from "#features/safeguarding/admin/texts.ts"
import type { RETENTION_TEXTS } from "#features/system/admin/retention-texts.ts"
import type { SYSTEM_ADMIN_TEXTS } from "#features/system/admin/texts.ts"
import type { SCREENING_ADMIN_TEXTS } from "#features/volunteers/admin/screening-texts.ts"
import type { VOLUNTEERS_ADMIN_TEXTS } from "#features/volunteers/admin/texts.ts"
import { SHARED_ADMIN_TEXTS } from "#platform/admin/texts.ts"
import { APP_TEXTS } from "#platform/app/texts.ts"
import { PAGE_TEXTS } from "./page-texts.ts"
import type { SEARCH_TEXTS } from "./search-texts.ts"

/** The browser loads them as one file with the app's script. */
export const ADMIN_TEXTS = [
  ...APP_TEXTS,
  ...SHARED_ADMIN_TEXTS,
  ...PAGE_TEXTS,
  ...ACCOUNTS_ADMIN_TEXTS,
  ...APPOINTMENTS_ADMIN_TEXTS,
  ...CHAT_ADMIN_TEXTS,
  ...DONATIONS_ADMIN_TEXTS,
  ...OUTREACH_ADMIN_TEXTS,
  ...PUBLISHING_ADMIN_TEXTS,
] as const

declare module "#platform/app/app.tsx" {
  interface AppTexts {
    readonly admin: (typeof ADMIN_TEXTS)[number]
    readonly proofsAdmin: (typeof PROOFS_ADMIN_TEXTS)[number]
    readonly donationsAdmin: (typeof DONATION_PAGE_TEXTS)[number]
    readonly newslettersAdmin: (typeof NEWSLETTERS_ADMIN_TEXTS)[number]
    readonly historyAdmin: (typeof AUDIT_TEXTS)[number]
    readonly matchingAdmin: (typeof MATCHING_TEXTS)[number]
    readonly safeguardingAdmin: (typeof SAFEGUARDING_ADMIN_TEXTS)[number]
    readonly groupsAdmin: (typeof GROUPS_ADMIN_TEXTS)[number]
    readonly learningAdmin: (typeof LEARNING_ADMIN_TEXTS)[number]
    readonly volunteersAdmin: (typeof VOLUNTEERS_ADMIN_TEXTS)[number]
    readonly systemAdmin: (typeof SYSTEM_ADMIN_TEXTS)[number]
    readonly screeningAdmin: (typeof SCREENING_ADMIN_TEXTS)[number]
    readonly importAdmin: (typeof IMPORT_TEXTS)[number]
    readonly retention: (typeof RETENTION_TEXTS)[number]
    readonly openingHours: (typeof OPENING_HOURS_TEXTS)[number]
    readonly searchAdmin: (typeof SEARCH_TEXTS)[number]
  }
}
