import { createElement, type ReactNode } from "react"
import { AccountMenu } from "#features/accounts/account-menu.tsx"
import { AUDIT_TEXTS } from "#features/accounts/admin/audit-texts.ts"
import { PROOFS_ADMIN_TEXTS } from "#features/appointments/admin/hours-proof-texts.ts"
import { MATCHING_TEXTS } from "#features/appointments/admin/matching-texts.ts"
import { REQUEST_TEXTS } from "#features/appointments/request-reports.ts"
import { TUTOR_TEXTS } from "#features/appointments/tutor/texts.ts"
import { OPENING_HOURS_TEXTS } from "#features/chat/admin/opening-hours-texts.ts"
import { ChatFragment } from "#features/chat/chat-fragment.tsx"
import { ChatLinkDialog } from "#features/chat/chat-link-dialog.tsx"
import { DONATION_PAGE_TEXTS } from "#features/donations/admin/donation-texts.ts"
import { GROUPS_ADMIN_TEXTS } from "#features/groups/admin/texts.ts"
import { GROUP_TEXTS } from "#features/groups/texts.ts"
import { LEARNING_ADMIN_TEXTS } from "#features/learning/admin/texts.ts"
import { CODE_TEXTS } from "#features/learning/code/code-texts.ts"
import { LEARNING_TEXTS, REVIEW_TEXTS } from "#features/learning/dashboard/texts.ts"
import { DATA_USE_TEXTS } from "#features/members/data-use-card.tsx"
import { NOTIFICATION_TEXTS } from "#features/notifications/texts.ts"
import { IMPORT_TEXTS } from "#features/outreach/admin/import-texts.ts"
import { JoinDialog } from "#features/outreach/join-dialog.tsx"
import { ThanksDialog } from "#features/outreach/thanks-dialog.tsx"
import { NEWSLETTERS_ADMIN_TEXTS } from "#features/publishing/admin/newsletter-texts.ts"
import { SAFEGUARDING_ADMIN_TEXTS } from "#features/safeguarding/admin/texts.ts"
import { PROTECTION_TEXTS } from "#features/safeguarding/texts.ts"
import { RETENTION_TEXTS } from "#features/system/admin/retention-texts.ts"
import { SYSTEM_ADMIN_TEXTS } from "#features/system/admin/texts.ts"
import { SCREENING_ADMIN_TEXTS } from "#features/volunteers/admin/screening-texts.ts"
import { VOLUNTEERS_ADMIN_TEXTS } from "#features/volunteers/admin/texts.ts"
import { AMBASSADOR_TEXTS } from "#features/volunteers/ambassador-texts.ts"
import { RAW_ERROR_TEXTS } from "#platform/http/raw-errors.ts"
import { TextList } from "#platform/page/text-list.tsx"
import { SEARCH_TEXTS } from "./admin/search-texts.ts"
import { ACCESS_TEXTS, PROFILE_PAGE_TEXTS, SCHEDULE_PAGE_TEXTS } from "./member/texts.ts"

/** At `/fragments/<language>/<name>.html`, fetched on demand: every page can open them but few visits do. */
export const fragments: Readonly<Record<string, () => ReactNode>> = {
  access: () => createElement(TextList, { keys: ACCESS_TEXTS }),
  account: () => createElement(AccountMenu),
  chat: ChatFragment,
  "chat-link": ChatLinkDialog,
  code: () => createElement(TextList, { keys: CODE_TEXTS }),
  "data-use": () => createElement(TextList, { keys: DATA_USE_TEXTS }),
  errors: () => createElement(TextList, { keys: RAW_ERROR_TEXTS }),
  join: JoinDialog,
  "admin-donations": () => createElement(TextList, { keys: DONATION_PAGE_TEXTS }),
  "admin-groups": () => createElement(TextList, { keys: GROUPS_ADMIN_TEXTS }),
  "admin-history": () => createElement(TextList, { keys: AUDIT_TEXTS }),
  "admin-screening": () => createElement(TextList, { keys: SCREENING_ADMIN_TEXTS }),
  "admin-volunteers": () => createElement(TextList, { keys: VOLUNTEERS_ADMIN_TEXTS }),
  "admin-matching": () => createElement(TextList, { keys: MATCHING_TEXTS }),
  "admin-proofs": () => createElement(TextList, { keys: PROOFS_ADMIN_TEXTS }),
  "admin-import": () => createElement(TextList, { keys: IMPORT_TEXTS }),
  "admin-newsletters": () => createElement(TextList, { keys: NEWSLETTERS_ADMIN_TEXTS }),
  "admin-learning": () => createElement(TextList, { keys: LEARNING_ADMIN_TEXTS }),
  "admin-search": () => createElement(TextList, { keys: SEARCH_TEXTS }),
  "admin-opening-hours": () => createElement(TextList, { keys: OPENING_HOURS_TEXTS }),
  "admin-retention": () => createElement(TextList, { keys: RETENTION_TEXTS }),
  "admin-system": () => createElement(TextList, { keys: SYSTEM_ADMIN_TEXTS }),
  ambassador: () => createElement(TextList, { keys: AMBASSADOR_TEXTS }),
  "admin-safeguarding": () => createElement(TextList, { keys: SAFEGUARDING_ADMIN_TEXTS }),
  groups: () => createElement(TextList, { keys: GROUP_TEXTS }),
  learning: () => createElement(TextList, { keys: LEARNING_TEXTS }),
  notifications: () => createElement(TextList, { keys: NOTIFICATION_TEXTS }),
  protection: () => createElement(TextList, { keys: PROTECTION_TEXTS }),
  unsent: () => createElement(TextList, { keys: REQUEST_TEXTS }),
  review: () => createElement(TextList, { keys: REVIEW_TEXTS }),
  schedule: () => createElement(TextList, { keys: SCHEDULE_PAGE_TEXTS }),
  profile: () => createElement(TextList, { keys: PROFILE_PAGE_TEXTS }),
  thanks: ThanksDialog,
  tutor: () => createElement(TextList, { keys: TUTOR_TEXTS }),
}

/** Styles that load with a fragment instead of being inlined into every page. */
export const fragmentStyles: Readonly<Record<string, string>> = {
  account: "src/features/accounts/account-menu.css",
  chat: "src/features/chat/chat.css",
  code: "src/features/learning/code/code-exercise.css",
  thanks: "src/features/outreach/thanks.css",
}
